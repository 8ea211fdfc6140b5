import NIOCore
import Publishing

extension IPAddress {
    /// The address of a connection's other end; nil for a connection without one.
    init?(_ address: SocketAddress?) {
        guard let text = address?.ipAddress else { return nil }
        // A link-local address has its interface behind a percent sign.
        self.init(text.prefix { $0 != "%" })
    }
}
