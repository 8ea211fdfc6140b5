import Foundation
import NIOCore

/// A connection's socket, for sending an answer at once while the channel has nothing to send: the way through the
/// channel costs as much as the whole of what comes before it.
struct DirectSocket {
    private let handle: NIOBSDSocket.Handle
    /// Whether the channel was given something that it may not have sent yet.
    private var isBehindChannel = false

    /// Nil if the channel is not of that kind.
    init?(_ context: ChannelHandlerContext) {
        let operations = context.pipeline.syncOperations
        guard let handle = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, { $0 }) else {
            return nil
        }
        self.handle = handle
    }

    /// The channel was given something to send, which comes first.
    mutating func channelWrites() { isBehindChannel = true }

    /// Whether it is certain that the channel has nothing to send, and has not given the socket up.
    mutating func isFree(_ channel: any Channel) -> Bool {
        if isBehindChannel {
            isBehindChannel = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
        }
        return !isBehindChannel && channel.isActive
    }

    /// Sends as much of some bytes as the system takes now; what is wrong with the socket the channel finds out.
    ///
    /// - Returns: how many bytes were taken.
    func send(_ bytes: ByteBuffer) -> Int {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        #else
            let flags = MSG_DONTWAIT
        #endif
        return max(0, bytes.withUnsafeReadableBytes { Foundation.send(handle, $0.baseAddress, $0.count, flags) })
    }
}
