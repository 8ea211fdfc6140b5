import Publishing

/// What a plain read asks for.
enum PublicDocument: Equatable {
    case homepage
    case blockPage
    case menus
    case block(String)
    case item(String, Int)
    case sort

    /// The document of a path; nil if it is none, or if its answer is not kept.
    init?(_ path: FastPathRequest.Bytes) {
        switch path.count {
        case 9 where ASCII.isSame(path, "/homepage"): self = .homepage
        case 5 where ASCII.isSame(path, "/sort"): self = .sort
        case 20 where ASCII.isSame(path, "/homepage/block/page"): self = .blockPage
        case 21 where ASCII.isSame(path, "/homepage/dragon/ball"): self = .menus
        default:
            let prefix: StaticString = "/homepage/blocks/"
            guard ASCII.starts(path, with: prefix) else { return nil }
            self.init(section: path[prefix.utf8CodeUnitCount...])
        }
    }

    /// What comes behind `/homepage/blocks/`.
    private init?(section: FastPathRequest.Bytes.SubSequence) {
        let code = section.prefix { $0 != UInt8(ascii: "/") }
        let rest = section.dropFirst(code.count)
        let name = String(decoding: code, as: UTF8.self)
        guard Identifier.isCode(name) else { return nil }
        if rest.isEmpty {
            self = .block(name)
            return
        }
        let items: StaticString = "/items/"
        let index = rest.dropFirst(items.utf8CodeUnitCount)
        guard ASCII.starts(FastPathRequest.Bytes(rebasing: rest), with: items), (1...6).contains(index.count),
            index.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        self = .item(name, index.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    /// The place of its route among the templates.
    var number: Int {
        switch self {
        case .homepage: 0
        case .blockPage: 1
        case .menus: 2
        case .block: 3
        case .item: 4
        case .sort: 5
        }
    }

    static let routes = [
        "/homepage", "/homepage/block/page", "/homepage/dragon/ball", "/homepage/blocks/{code}",
        "/homepage/blocks/{code}/items/{index}", "/sort",
    ]
}
