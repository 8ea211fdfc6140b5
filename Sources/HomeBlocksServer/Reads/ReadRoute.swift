/// The routes that read published pages. The router registers their templates, and the fast path matches paths against
/// them.
enum ReadRoute: Int, CaseIterable {
    case homepage
    case blockPage
    case menus
    case block
    case items
    case item
    case audience
    case order

    var template: StaticString {
        switch self {
        case .homepage: "/homepage"
        case .blockPage: "/homepage/block/page"
        case .menus: "/homepage/dragon/ball"
        case .block: "/homepage/blocks/{code}"
        case .items: "/homepage/blocks/{code}/items"
        case .item: "/homepage/blocks/{code}/items/{card}"
        case .audience: "/homepage/audience"
        case .order: "/sort"
        }
    }

    /// Whether the route also accepts parameters in a body.
    var takesPost: Bool { self == .blockPage || self == .menus }

    /// Computed once, because `allCases` creates an array each time.
    private static let all = allCases

    /// Returns the route of a path, with the values of the parameters in its template.
    static func match(_ path: ASCII.Bytes) -> (route: ReadRoute, values: (ASCII.Bytes, ASCII.Bytes))? {
        // Most reads have a path without parameters.
        if let route = all.first(where: { ASCII.isSame(path, $0.template) }) {
            let none = ASCII.Bytes(start: nil, count: 0)
            return (route, (none, none))
        }
        for route in all {
            if let values = match(path, route.template) { return (route, values) }
        }
        return nil
    }

    private static func match(_ path: ASCII.Bytes, _ template: StaticString) -> (ASCII.Bytes, ASCII.Bytes)? {
        let template = ASCII.Bytes(start: template.utf8Start, count: template.utf8CodeUnitCount)
        var values = (ASCII.Bytes(start: nil, count: 0), ASCII.Bytes(start: nil, count: 0))
        var (position, index) = (0, 0)
        while index < template.count {
            if template[index] == UInt8(ascii: "{") {
                let value = path[position...].prefix { $0 != UInt8(ascii: "/") }
                guard !value.isEmpty else { return nil }
                if values.0.isEmpty { values.0 = .init(rebasing: value) } else { values.1 = .init(rebasing: value) }
                position += value.count
                while template[index] != UInt8(ascii: "}") { index += 1 }
            } else {
                guard position < path.count, path[position] == template[index] else { return nil }
                position += 1
            }
            index += 1
        }
        return position == path.count ? values : nil
    }
}

extension ReadRoute {
    /// The parameters that the route's responses depend on.
    var parameters: [ReadParameter] {
        let client: [ReadParameter] = [.page] + ReadParameter.ofClients + [.audience]
        return switch self {
        case .homepage, .blockPage, .items: client + [.cursor, .limit, .refresh]
        case .menus, .block, .item, .audience: client
        case .order: [.page, .shown]
        }
    }
}

/// The parameters of reads, in addition to those of declared attributes (``AudienceAttributes``). The router ignores
/// all others. The fast path passes requests with other parameters to the router, except undeclared attributes.
enum ReadParameter: String, CaseIterable {
    case page
    case platform
    case appVersion
    case locale
    case uid
    /// An audience key, in place of the previous four.
    case audience
    case shown
    case cursor
    case limit
    /// Whether the client starts again from the first part, in which case the cursor is ignored.
    case refresh

    /// The parameters by which clients describe themselves, in addition to attributes.
    static let ofClients: [ReadParameter] = [.platform, .appVersion, .locale, .uid]

    /// The parameters with the bytes of their names, computed once.
    private static let named = allCases.map { (parameter: $0, name: Array($0.rawValue.utf8)) }

    /// Returns the parameter with a name; nil if it is unknown.
    init?(_ name: ASCII.Bytes) {
        let known = Self.named.first { known in known.name.withUnsafeBytes { ASCII.isSame($0, name) } }
        guard let known else { return nil }
        self = known.parameter
    }
}
