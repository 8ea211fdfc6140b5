/// The retention rules for a page's history. Live revisions, planned releases and drafts are always kept.
public struct Retention: Sendable, Equatable {
    /// The number of newest revisions that are kept, whatever their age; 0 for none.
    public var revisions: Int
    /// The number of days for which revisions are kept, whatever their number; 0 for none.
    public var days: Int

    public init(revisions: Int = 0, days: Int = 0) {
        self.revisions = revisions
        self.days = days
    }

    /// Whether all revisions are kept, because no limit is set.
    public var keepsAll: Bool { revisions <= 0 && days <= 0 }

    /// Whether a revision that nothing refers to is pruned.
    ///
    /// - Parameter newer: the number of newer revisions of its page.
    public func forgets(newer: Int, created: Instant, at now: Instant) -> Bool {
        guard !keepsAll, newer >= revisions else { return false }
        return days <= 0 || created < now.adding(seconds: -days * 86_400)
    }

    /// The maximum number of revisions that are pruned at once.
    public static let maximumAtOnce = 500

    /// The maximum number of tree entries that are pruned with them, so that other changes wait for at most a tenth of
    /// a second.
    public static let maximumEntries = 10_000

    /// The pause before the next revisions are pruned, so that changes can be made in between.
    public static let pause = Duration.milliseconds(100)
}

/// Selects the revisions of a page that are pruned at once: the oldest ones that nothing refers to.
public struct RevisionSweep: Sendable {
    private let retention: Retention
    private let now: Instant
    /// The revisions that are referred to.
    private let needed: Set<Int>
    /// The number of revisions that have not been examined.
    private var newer: Int
    private var entries = 0
    public private(set) var numbers: [Int] = []

    /// The number of seconds for which previously live revisions are kept. They may become live again when a clock that
    /// ran ahead is corrected.
    public static let liveAgainSeconds = 86_400

    /// - Parameter count: the number of revisions of the page.
    public init(_ retention: Retention, count: Int, needed: Set<Int>, at now: Instant) {
        self.retention = retention
        self.now = now
        self.needed = needed
        newer = count
    }

    /// Whether no more revisions are pruned.
    public var isDone: Bool {
        numbers.count >= Retention.maximumAtOnce || entries >= Retention.maximumEntries || newer <= retention.revisions
    }

    /// Examines the next newer revision.
    ///
    /// - Returns: whether it is pruned.
    public mutating func take(_ number: Int, created: Instant) -> Bool {
        newer -= 1
        guard retention.forgets(newer: newer, created: created, at: now), !needed.contains(number) else { return false }
        numbers.append(number)
        return true
    }

    /// Counts the tree entries that may be pruned with the selected revisions.
    public mutating func add(entries count: Int) { entries += count }
}
