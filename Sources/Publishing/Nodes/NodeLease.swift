/// A node's lease on a shared database: until when the node had seen every change, and the database's time.
public struct NodeLease: Sendable, Equatable {
    /// A round trip to the database.
    public struct RoundTrip: Sendable {
        public let began: MonotonicInstant
        public let ended: MonotonicInstant
        /// The database's time at some point between the two.
        public let databaseTime: Instant

        public init(began: MonotonicInstant, ended: MonotonicInstant, databaseTime: Instant) {
            self.began = began
            self.ended = ended
            self.databaseTime = databaseTime
        }
    }

    /// The age, in milliseconds, at which a lease expires.
    public static let lifetime: Int64 = 2000

    /// The last instant at which the node is known to have had its row in the database and to have read all changes.
    public private(set) var confirmed: MonotonicInstant
    /// Since when there have been changes that the node has read from the log but does not serve yet; nil if there are
    /// none.
    private var unpublishedSince: MonotonicInstant?
    /// The database's time minus the monotonic time, in milliseconds.
    public private(set) var offset: Int64

    /// - Parameters:
    ///   - now: an instant before the node opened the database.
    ///   - time: the assumed database time, until the first round trip.
    public init(at now: MonotonicInstant, time: Instant) {
        confirmed = now
        offset = time.milliseconds - now.milliseconds
    }

    /// Sets the time from the middle of the first round trip, when there is no better estimate.
    public mutating func setTime(_ trip: RoundTrip) {
        offset = trip.databaseTime.milliseconds - (trip.began.milliseconds + trip.ended.milliseconds) / 2
    }

    /// Records a round trip that updated the node's row, and after whose start the node read the log of changes.
    ///
    /// The time is corrected only as far as the round trip proves it wrong. A slow round trip proves little, so it does
    /// no harm, and the time never goes back further than necessary.
    public mutating func confirm(_ trip: RoundTrip) {
        confirmed = max(confirmed, trip.began)
        // Both clocks are read in whole milliseconds.
        let least = trip.databaseTime.milliseconds - trip.ended.milliseconds - 1
        let most = trip.databaseTime.milliseconds - trip.began.milliseconds + 1
        if least <= most { offset = min(max(offset, least), most) }
    }

    /// Records that there are changes that reads do not show yet.
    ///
    /// - Parameter instant: when the node last read the log without them.
    public mutating func noteUnpublished(since instant: MonotonicInstant) {
        unpublishedSince = min(unpublishedSince ?? instant, instant)
    }

    /// Records that reads show all changes that were read from the log.
    public mutating func notePublished() { unpublishedSince = nil }

    /// The last instant at which the node's reads are known to have shown every change.
    public var currentUntil: MonotonicInstant { min(confirmed, unpublishedSince ?? confirmed) }

    /// The age of the lease, in milliseconds.
    public func age(at now: MonotonicInstant) -> Int64 { max(0, now.milliseconds - currentUntil.milliseconds) }

    public func isFresh(at now: MonotonicInstant) -> Bool { age(at: now) < Self.lifetime }

    /// The database's time.
    public func time(at now: MonotonicInstant) -> Instant { Instant(milliseconds: now.milliseconds + offset) }
}
