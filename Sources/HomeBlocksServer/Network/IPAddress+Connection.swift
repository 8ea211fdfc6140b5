import NIOCore
import Publishing

extension IPAddress {
    /// Creates the IP address of a connection's peer; nil for a connection without one.
    init?(_ address: SocketAddress?) {
        guard let text = address?.ipAddress else { return nil }
        // A link-local address ends with a percent sign and the interface.
        self.init(text.prefix { $0 != "%" })
    }
}
