import Publishing

/// The parameters of a plain read. Those that it does not know mean nothing to the ordinary way either.
struct FastPathParameters {
    private var page: FastPathRequest.Bytes?
    private var platform: FastPathRequest.Bytes?
    private var appVersion: FastPathRequest.Bytes?
    private var locale: FastPathRequest.Bytes?
    private var uid: FastPathRequest.Bytes?
    private var shown: FastPathRequest.Bytes?

    /// - Returns: nil for parameters that only the ordinary way reads.
    init?(_ query: FastPathRequest.Bytes) {
        var rest = query[...]
        while !rest.isEmpty {
            let part = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest.dropFirst(part.count + 1)
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            // The last one counts.
            let value = part.dropFirst(name.count + 1)
            guard set(FastPathRequest.Bytes(rebasing: name), FastPathRequest.Bytes(rebasing: value)) else { return nil }
        }
    }

    private mutating func set(_ name: FastPathRequest.Bytes, _ value: FastPathRequest.Bytes) -> Bool {
        switch name.count {
        case 3 where ASCII.isSame(name, "uid"): uid = value
        case 4 where ASCII.isSame(name, "page"): page = value
        case 5 where ASCII.isSame(name, "shown"): shown = value
        case 5 where ASCII.isSame(name, "limit"): return false
        case 6 where ASCII.isSame(name, "locale"): locale = value
        case 6 where ASCII.isSame(name, "cursor"): return false
        case 8 where ASCII.isSame(name, "platform"): platform = value
        case 10 where ASCII.isSame(name, "appVersion"): appVersion = value
        default: break
        }
        return true
    }

    /// The page that is named; nil if none is.
    var slug: String? { page.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether the client tells nothing about itself.
    var isAnonymous: Bool { platform == nil && appVersion == nil && locale == nil && uid == nil }

    /// What the client tells about itself; nil if that is wrong.
    var client: ClientContext? {
        try? ClientContext { name in
            let value =
                switch name {
                case .platform: platform
                case .appVersion: appVersion
                case .locale: locale
                case .uid: uid
                }
            return value.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Whether the order of what is shown is asked for; nil if that cannot be told.
    var isShown: Bool? {
        guard let shown else { return false }
        switch String(decoding: shown, as: UTF8.self) {
        case "false", "0": return false
        case "true", "1", "": return true
        default: return nil
        }
    }
}
