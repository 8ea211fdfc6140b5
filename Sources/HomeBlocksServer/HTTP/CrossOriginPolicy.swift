import HTTPTypes

/// Which origins may read the public routes (CORS). A browser exposes a response to scripts of another origin only if
/// the response allows it.
public enum CrossOriginPolicy: Sendable, Equatable {
    /// All origins. Every response has the same fields.
    case all
    /// Only these origins, for example `https://www.example.com`.
    case listed(Set<String>)
    /// No other origins.
    case none

    /// Parses a setting: `*`, an empty string, or comma-separated origins.
    ///
    /// - Returns: nil if one of them is not an origin.
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

    /// Whether a string is an origin as browsers send it: a scheme, a host in lower case, and a port unless it is the
    /// scheme's default.
    private static func isOrigin(_ text: String) -> Bool {
        let pattern = #/(?<scheme>https?):\/\/(?:[a-z0-9._\-]+|\[[a-f0-9:.]+\])(?::(?<port>[1-9][0-9]{0,4}))?/#
        guard let parts = text.wholeMatch(of: pattern) else { return false }
        guard let port = parts.port else { return true }
        return (Int(port) ?? 0) <= 65_535 && port != (parts.scheme == "https" ? "443" : "80")
    }

    /// Whether responses depend on the request's `Origin`.
    var isPerOrigin: Bool { if case .listed = self { true } else { false } }

    /// Returns the fields that allow an origin to read a response; empty if it may not.
    ///
    /// - Parameter origin: the request's `Origin`; nil if it is missing.
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

    /// Exposes the header fields that scripts cannot read by default.
    private static func allowance(_ origin: String) -> HTTPFields {
        [
            .accessControlAllowOrigin: origin,
            .accessControlExposeHeaders: "ETag, Allow, Retry-After, X-Request-Id, Ignored-Parameters",
        ]
    }

    /// Adds `Origin` to `Vary` if responses depend on it.
    func noteVariation(in fields: inout HTTPFields) {
        guard isPerOrigin else { return }
        fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin"
    }
}
