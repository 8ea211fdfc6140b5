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
    public static let mostAtOnce = 500

    /// How many blocks' places may go with them: as many as keep other changes waiting for a tenth of a second at most.
    public static let mostPlaces = 10_000

    /// How long to wait before the next ones go, so that changes come in between.
    public static let pause = Duration.milliseconds(100)
}
