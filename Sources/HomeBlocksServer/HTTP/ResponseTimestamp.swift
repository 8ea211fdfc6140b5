import Publishing

/// When an answer is sent, as exactly as its head tells: two of the same second have the same head.
struct ResponseTimestamp: Equatable {
    /// Whole seconds since 1970, for `Date`.
    let date: Int
    /// The second that ends with or after the instant of the answer. What is kept for some seconds from then on is
    /// kept too short, never too long.
    let instant: Instant

    init(_ instant: Instant) {
        date = Int(instant.milliseconds / 1000)
        self.instant = instant.roundedUp
    }
}

extension Instant {
    /// The next whole second.
    var roundedUp: Instant { Instant(milliseconds: (milliseconds + 999) / 1000 * 1000) }
}
