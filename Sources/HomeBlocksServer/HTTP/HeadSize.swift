import NIOHPACK
import NIOHTTP1

/// How large a request's headers may be. The parser itself takes a little more, so that a target that is too long can
/// be told from headers that are.
enum HeadSize {
    static let mostFieldBytes = 8 << 10
    static let mostBytes = 32 << 10
    static let mostFields = 100
    /// What the parser takes.
    static let mostParsedBytes = 48 << 10

    static func problem(of headers: HTTPHeaders) -> Problem? {
        problem(of: headers.map { $0.name.utf8.count + $0.value.utf8.count })
    }

    /// The limits are for fields. A target that is too long is told apart from them.
    static func problem(of headers: HPACKHeaders) -> Problem? {
        let fields = headers.filter { !$0.name.hasPrefix(":") }
        if fields.count > mostFields { return Problem(HTTPParserError.headerOverflow) }
        return problem(of: fields.map { $0.name.utf8.count + $0.value.utf8.count })
    }

    private static func problem(of sizes: [Int]) -> Problem? {
        let isTooLarge = sizes.contains { $0 > mostFieldBytes } || sizes.reduce(0, +) > mostBytes
        return isTooLarge ? Problem(HTTPParserError.headerOverflow) : nil
    }
}
