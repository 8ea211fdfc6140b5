/// What a node knows of the database that it shares with others: until when it had seen every change, and what time it is
/// there.
public struct NodeLease: Sendable, Equatable {
    /// A round trip to the database: it was made after it began and before it ended.
    public struct RoundTrip: Sendable {
        public let began: MonotonicInstant
        public let ended: MonotonicInstant
        /// What the database's clock showed in the meantime.
        public let databaseTime: Instant

        public init(began: MonotonicInstant, ended: MonotonicInstant, databaseTime: Instant) {
            self.began = began
            self.ended = ended
            self.databaseTime = databaseTime
        }
    }

    /// A lease of this age, in milliseconds, is over.
    public static let lifetime: Int64 = 2000

    /// The last instant at which the node is known to have had its row in the database and all changes in its reads.
    public private(set) var confirmed: MonotonicInstant
    /// Since when there have been changes that the node has read but that its reads do not show yet.
    private var unpublishedSince: MonotonicInstant?
    /// The database's time less the monotonic one, in milliseconds.
    public private(set) var offset: Int64

    /// - Parameters:
    ///   - now: the node opened the database after this.
    ///   - time: what the node takes for the database's time, until it has asked for it.
    public init(at now: MonotonicInstant, time: Instant) {
        confirmed = now
        offset = time.milliseconds - now.milliseconds
    }

    /// Sets the time to the middle of the first round trip: there is nothing yet that it could be better than.
    public mutating func setTime(_ trip: RoundTrip) {
        offset = trip.databaseTime.milliseconds - (trip.began.milliseconds + trip.ended.milliseconds) / 2
    }

    /// Notes a round trip in which the database has kept the node's row, and after whose beginning the node has read the
    /// log of changes.
    ///
    /// The time is changed only as far as the round trip proves it wrong. One that took long proves little, so that it
    /// does no harm, and the time goes back no further than it must.
    public mutating func confirm(_ trip: RoundTrip) {
        confirmed = max(confirmed, trip.began)
        // Both clocks are read in whole milliseconds.
        let least = trip.databaseTime.milliseconds - trip.ended.milliseconds - 1
        let most = trip.databaseTime.milliseconds - trip.began.milliseconds + 1
        if least <= most { offset = min(max(offset, least), most) }
    }

    /// Notes that there are changes which reads do not show yet.
    ///
    /// - Parameter instant: when the node last read the log without them.
    public mutating func noteUnpublished(since instant: MonotonicInstant) {
        unpublishedSince = min(unpublishedSince ?? instant, instant)
    }

    /// Notes that reads show all changes that were read from the log.
    public mutating func notePublished() { unpublishedSince = nil }

    /// Until when the node's reads certainly showed every change.
    public var currentUntil: MonotonicInstant { min(confirmed, unpublishedSince ?? confirmed) }

    /// How long ago that was, in milliseconds.
    public func age(at now: MonotonicInstant) -> Int64 { max(0, now.milliseconds - currentUntil.milliseconds) }

    public func isFresh(at now: MonotonicInstant) -> Bool { age(at: now) < Self.lifetime }

    /// The database's time.
    public func time(at now: MonotonicInstant) -> Instant { Instant(milliseconds: now.milliseconds + offset) }
}
