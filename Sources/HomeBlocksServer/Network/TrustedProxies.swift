import HTTPTypes
import Publishing

/// Proxies whose forwarded headers are trusted.
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

    /// The address of the client that a request comes from.
    ///
    /// Each proxy appends the address of its own client to `X-Forwarded-For`. The list is read from its end, as long
    /// as the address is that of a trusted proxy; clients may have made up what comes before.
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
    /// Whether the client's connection to a trusted proxy is secure.
    func forwardSecurely(_ fields: HTTPFields, peer: IPAddress?) -> Bool {
        guard let peer, contains(peer), let last = fields[values: .forwardedProtocol].last else { return false }
        return last.split(separator: ",").last?.trimmed.lowercased() == "https"
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto") ?? .via
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
