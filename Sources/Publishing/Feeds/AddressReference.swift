/// An address in its parts (RFC 3986, appendix B): absolute, or relative to another one.
struct AddressReference: Sendable, Equatable {
    private var scheme: Substring?
    private var authority: Substring?
    private var path: String
    private var query: Substring?
    private var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        func cut(at mark: Character) -> Substring? {
            guard let index = rest.firstIndex(of: mark) else { return nil }
            defer { rest = rest[..<index] }
            return rest[rest.index(after: index)...]
        }
        fragment = cut(at: "#")
        query = cut(at: "?")
        if let colon = rest.firstIndex(of: ":"), URIReference.isScheme(rest[..<colon].unicodeScalars) {
            scheme = rest[..<colon]
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let name = rest.dropFirst(2).prefix { $0 != "/" }
            authority = name
            rest = rest[name.endIndex...]
        }
        path = String(rest)
    }

    /// The address as a string (RFC 3986, section 5.3).
    var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// Returns the address resolved against an absolute one (RFC 3986, section 5.2.2).
    func resolved(against base: AddressReference) -> AddressReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if !path.hasPrefix("/") { target.path = merged(with: base) }
            }
        }
        target.path = Self.withoutDotSegments(target.path)
        return target
    }

    /// Returns the path appended to all but the last segment of a base's path (RFC 3986, section 5.2.3).
    private func merged(with base: AddressReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return base.path[...slash] + path
    }

    /// Returns a path without its segments `.` and `..` (RFC 3986, section 5.2.4).
    private static func withoutDotSegments(_ path: String) -> String {
        var segments: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false)
        // The text before the first slash is not a segment of an absolute path.
        let isAbsolute = path.hasPrefix("/")
        for (index, segment) in all.enumerated().dropFirst(isAbsolute ? 1 : 0) {
            let isLast = index == all.count - 1
            switch segment {
            case ".": if isLast { segments.append("") }
            case "..":
                if !segments.isEmpty { segments.removeLast() }
                if isLast { segments.append("") }
            default: segments.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + segments.joined(separator: "/")
    }
}
