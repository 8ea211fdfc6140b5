/// How much of a page's history is kept. What is live, planned or a draft stays whatever it says.
public struct Retention: Sendable, Equatable {
    /// How many of the newest revisions stay, however old they are; 0 keeps none for being new.
    public var revisions: Int
    /// For how many days revisions stay, however many there are; 0 keeps none for being young.
    public var days: Int

    public init(revisions: Int = 0, days: Int = 0) {
        self.revisions = revisions
        self.days = days
    }

    /// Whether nothing is forgotten: nobody has said how much is enough.
    public var keepsAll: Bool { revisions <= 0 && days <= 0 }

    /// Whether a revision is forgotten that nothing refers to.
    ///
    /// - Parameter newer: how many revisions of its page are newer.
    public func forgets(newer: Int, created: Instant, at now: Instant) -> Bool {
        guard !keepsAll, newer >= revisions else { return false }
        return days <= 0 || created < now.adding(seconds: -days * 86_400)
    }

    /// The most revisions that are forgotten at once.
    public static let maximumAtOnce = 500

    /// How many tree entries may go with them: as many as keep other changes waiting for a tenth of a second at most.
    public static let maximumEntries = 10_000

    /// How long to wait before the next ones go, so that changes come in between.
    public static let pause = Duration.milliseconds(100)
}

/// Chooses the revisions of a page that are forgotten at once: the oldest ones that nothing refers to.
public struct RevisionSweep: Sendable {
    private let retention: Retention
    private let now: Instant
    /// The revisions that something refers to.
    private let needed: Set<Int>
    /// How many revisions are newer than the one that comes next.
    private var newer: Int
    private var entries = 0
    public private(set) var numbers: [Int] = []

    /// Before a clock that ran ahead is put right, what was live within this many seconds may be live again.
    public static let liveAgainSeconds = 86_400

    /// - Parameter count: how many revisions the page has.
    public init(_ retention: Retention, count: Int, needed: Set<Int>, at now: Instant) {
        self.retention = retention
        self.now = now
        self.needed = needed
        newer = count
    }

    /// Whether no more revisions go.
    public var isDone: Bool {
        numbers.count >= Retention.maximumAtOnce || entries >= Retention.maximumEntries || newer <= retention.revisions
    }

    /// Looks at the next newer revision.
    ///
    /// - Returns: whether it goes.
    public mutating func take(_ number: Int, created: Instant) -> Bool {
        newer -= 1
        guard retention.forgets(newer: newer, created: created, at: now), !needed.contains(number) else { return false }
        numbers.append(number)
        return true
    }

    /// Notes that the entries of a tree may go with what was taken.
    public mutating func add(entries count: Int) { entries += count }
}
