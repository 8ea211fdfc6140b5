import HTTPTypes

/// Which web pages of other origins may read the public routes (CORS). A browser shows a response to the scripts of
/// another origin only if the response allows it.
public enum CrossOriginPolicy: Sendable, Equatable {
    /// Every origin may. All responses have the same fields, for every client.
    case all
    /// These origins may, such as `https://www.example.com`.
    case listed(Set<String>)
    /// No other origin may.
    case none

    /// Reads a setting: `*`, nothing, or origins separated by commas.
    ///
    /// - Returns: nil if one of them is no origin.
    public init?(_ setting: String) {
        let names = setting.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
        switch names {
        case ["*"]: self = .all
        case [""]: self = .none
        default:
            guard names.allSatisfy(Self.isOrigin) else { return nil }
            self = .listed(Set(names))
        }
    }

    /// Whether a text is an origin as browsers send it: a scheme, a host in lower case, and a port if it is not the
    /// scheme's own.
    private static func isOrigin(_ text: String) -> Bool {
        let pattern = #/(?<scheme>https?):\/\/(?:[a-z0-9._\-]+|\[[a-f0-9:.]+\])(?::(?<port>[1-9][0-9]{0,4}))?/#
        guard let parts = text.wholeMatch(of: pattern) else { return false }
        guard let port = parts.port else { return true }
        return (Int(port) ?? 0) <= 65_535 && port != (parts.scheme == "https" ? "443" : "80")
    }

    /// Whether responses differ by the header `Origin`.
    var isPerOrigin: Bool { if case .listed = self { true } else { false } }

    /// The fields that let an origin read a response; none if it may not.
    ///
    /// - Parameter origin: the header `Origin` of the request; nil if it has none.
    func allowance(for origin: String?) -> HTTPFields {
        switch self {
        case .all: return Self.allowanceForAll
        case .listed(let origins):
            guard let origin, origins.contains(origin) else { return [:] }
            return Self.allowance(origin)
        case .none: return [:]
        }
    }

    private static let allowanceForAll = allowance("*")

    /// Scripts may read some headers of any response; these are the others that reads have.
    private static func allowance(_ origin: String) -> HTTPFields {
        [
            .accessControlAllowOrigin: origin,
            .accessControlExposeHeaders: "ETag, Allow, Retry-After, X-Request-Id, Ignored-Parameters",
        ]
    }

    /// Notes in `Vary` that a response differs by origin, if it does.
    func noteVariation(in fields: inout HTTPFields) {
        guard isPerOrigin else { return }
        fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin"
    }
}
