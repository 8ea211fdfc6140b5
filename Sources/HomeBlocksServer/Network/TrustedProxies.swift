import HTTPTypes

/// The proxies whose word is taken for where a request comes from. Nobody else's is.
public struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]

    /// None.
    public init() { networks = [] }

    /// - Parameter text: addresses and networks, with commas between them.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        let networks = parts.compactMap { IPNetwork($0) }
        guard text.isEmpty || networks.count == parts.count else { return nil }
        self.networks = networks
    }

    func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// The address of the client that a request comes from.
    ///
    /// Each proxy adds the address that it was called from at the end of `X-Forwarded-For`. So the list is read from
    /// its end, as long as the address before is one of a trusted proxy; what stands further ahead anybody may have
    /// made up.
    func client(of fields: HTTPFields, peer: IPAddress?) -> IPAddress? {
        guard var client = peer, !networks.isEmpty else { return peer }
        let told = fields[values: .forwardedFor].joined(separator: ",").split(separator: ",").map(\.trimmed)
        for text in told.reversed() {
            guard contains(client), let next = IPAddress(text) else { break }
            client = next
        }
        return client
    }
}

extension TrustedProxies {
    /// Whether a trusted proxy says that the client's connection to it is secure.
    func sayItIsSecure(_ fields: HTTPFields, peer: IPAddress?) -> Bool {
        guard let peer, contains(peer), let last = fields[values: .forwardedProtocol].last else { return false }
        return last.split(separator: ",").last?.trimmed.lowercased() == "https"
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto") ?? .via
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
