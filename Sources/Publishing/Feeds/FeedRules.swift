public import HomeBlocks

/// The rules for feeds in the server's configuration.
public struct FeedRules: Sendable {
    /// The servers that requests may go to; none by default.
    public var allowedHosts = AllowedHosts()
    /// Non-public networks that upstreams may be in.
    public var allowedNetworks: [IPNetwork] = []
    /// The minimum interval in seconds.
    public var minimumInterval = 10
    /// The names of the secrets that header fields may contain.
    public var secretNames: Set<String> = []

    public init() {}

    /// The rules that operators need to choose a URL, an interval and secrets.
    public var json: JSONObject {
        [
            "allowedHosts": .array(allowedHosts.names.map { .string($0) }),
            "minimumInterval": JSONValue(minimumInterval),
            "secrets": .array(secretNames.sorted().map { .string($0) }),
        ]
    }

    /// Returns the issues with a feed.
    func issues(in feed: Feed) -> [ValidationIssue] {
        var issues = requestIssues(in: feed)
        if feed.interval < minimumInterval {
            issues.append(
                ValidationIssue(
                    JSONPointer(["interval"]), "must be at least \(minimumInterval), the setting feeds.minimumInterval")
            )
        }
        return issues
    }

    /// Returns the issues with the requests of a feed.
    func requestIssues(in feed: Feed) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if let address = UpstreamAddress(feed.url), let reason = refusal(of: address) {
            issues.append(ValidationIssue(JSONPointer(["url"]), reason))
        }
        for (name, value) in feed.headers.sorted(by: { $0.key < $1.key }) {
            guard let secret = FeedHeader.secret(value), !secretNames.contains(secret) else { continue }
            issues.append(
                ValidationIssue(
                    JSONPointer(["headers", name]),
                    "names the secret \"\(secret)\", which is not in the setting feeds.secrets"))
        }
        return issues
    }

    /// Returns why no request may go to an address; nil if it may.
    public func refusal(of address: UpstreamAddress) -> String? {
        if !allowedHosts.contain(address) {
            return "names the server \(address.host):\(address.port), which is not in the setting feeds.allowedHosts"
        }
        if let literal = IPAddress(address.host), !allows(literal) {
            return "names the address \(literal), which is not public and not in the setting feeds.allowedNetworks"
        }
        return nil
    }

    /// Whether a connection may be made to an address.
    public func allows(_ address: IPAddress) -> Bool {
        address.isPublic || allowedNetworks.contains { $0.contains(address) }
    }
}

/// Servers that requests may go to.
public struct AllowedHosts: Sendable {
    private struct Pattern: Sendable {
        let host: String
        /// Whether the pattern matches all names below the host instead of the host itself.
        let isBelow: Bool
        /// nil for the default port.
        let port: Int?

        var name: String {
            let host = host.contains(":") ? "[\(host)]" : host
            return (isBelow ? "*." : "") + host + (port.map { ":\($0)" } ?? "")
        }
    }

    private let patterns: [Pattern]

    /// The servers, in the form in which they are parsed.
    public var names: [String] { patterns.map(\.name) }

    /// Allows no server.
    public init() { patterns = [] }

    /// - Parameter text: comma-separated host names or addresses. A prefix `*.` means all names below the host, and a
    ///   port follows a colon unless it is the default port of http or https.
    /// - Returns: nil if one of them is invalid.
    public init?(_ text: String) {
        var patterns: [Pattern] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
            let entry = part.drop { $0 == " " }
            let isBelow = entry.hasPrefix("*.")
            guard let (host, port) = UpstreamAddress.split(isBelow ? entry.dropFirst(2) : entry, standardPort: 0) else {
                return nil
            }
            patterns.append(Pattern(host: host, isBelow: isBelow, port: port == 0 ? nil : port))
        }
        self.patterns = patterns
    }

    func contain(_ address: UpstreamAddress) -> Bool {
        patterns.contains { pattern in
            let isHost =
                pattern.isBelow
                ? address.host.hasSuffix(".\(pattern.host)") && IPAddress(address.host) == nil
                : address.host == pattern.host
            return isHost && address.port == pattern.port ?? (address.isSecure ? 443 : 80)
        }
    }
}
