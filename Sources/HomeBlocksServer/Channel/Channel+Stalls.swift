import NIOCore

extension Channel {
    /// Cuts the connection when the client takes nothing of what waits for it for some time. Only the system sees
    /// whether it takes bytes, however slowly: what waits may sit in the system's own buffer for long.
    func limitStalls(_ time: TimeAmount) {
        #if os(Linux)
            // TCP_USER_TIMEOUT
            let userTimeout = NIOBSDSocket.Option(rawValue: 18)
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: userTimeout)
            let milliseconds = time.nanoseconds / 1_000_000
            try? syncOptions?.setOption(option, value: SocketOptionValue(milliseconds))
        #endif
    }
}
