/// The forms in which a request may say what it is about (RFC 9112, 3.2).
enum RequestTarget {
    /// What has more bytes is refused.
    static let mostBytes = 8 << 10

    static func isValid(_ target: String, isOptions: Bool, isConnect: Bool) -> Bool {
        if isConnect { return HostField.isValid(target) }
        if target.hasPrefix("/") { return true }
        if target == "*" { return isOptions }
        let lowercased = target.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lowercased.hasPrefix($0) }) else { return false }
        let authority = target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        return !authority.isEmpty && !authority.hasPrefix(":") && HostField.isValid(authority)
    }
}
