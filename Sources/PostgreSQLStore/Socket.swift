import Foundation

/// Waits for the sockets of libpq.
enum Socket {
    /// Waits until a socket can be read or written.
    ///
    /// - Parameter events: `POLLIN`, `POLLOUT`, or both.
    /// - Throws: ``PostgreSQLError/timedOut`` after the deadline.
    static func wait(for events: Int16, at socket: Int32, until deadline: ContinuousClock.Instant) throws {
        var descriptor = pollfd(fd: socket, events: events, revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw PostgreSQLError.timedOut }
            let (seconds, attoseconds) = left.components
            let count = poll(&descriptor, 1, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
            if count > 0 { return }
            if count < 0, errno != EINTR { throw PostgreSQLError.lost(String(cString: strerror(errno))) }
        }
    }
}
