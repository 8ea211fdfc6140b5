import HTTPTypes
import Publishing

/// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
public struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]

    /// Trusts no proxy.
    public init() { networks = [] }

    /// - Parameter text: addresses and networks, separated by commas.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        let networks = parts.compactMap { IPNetwork($0) }
        guard text.isEmpty || networks.count == parts.count else { return nil }
        self.networks = networks
    }

    func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Returns the address of the client that sent a request.
    ///
    /// Each proxy appends its client's address to `X-Forwarded-For`. The list is read from the end as long as the
    /// addresses are those of trusted proxies, because a client can forge the addresses before that.
    func client(of fields: HTTPFields, peer: IPAddress?) -> IPAddress? {
        guard var client = peer, !networks.isEmpty else { return peer }
        let forwarded = fields[values: .forwardedFor].joined(separator: ",").split(separator: ",").map(\.trimmed)
        for text in forwarded.reversed() {
            guard contains(client), let next = IPAddress(text) else { break }
            client = next
        }
        return client
    }
}

extension TrustedProxies {
    /// Whether the client's connection to a trusted proxy uses TLS.
    func forwardSecurely(_ fields: HTTPFields, peer: IPAddress?) -> Bool {
        guard let peer, contains(peer), let last = fields[values: .forwardedProtocol].last else { return false }
        return last.split(separator: ",").last?.trimmed.lowercased() == "https"
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto") ?? .via
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
