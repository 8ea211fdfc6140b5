import HomeBlocks
import Synchronization

/// A client's position in a page, or in a section's cards, that it reads in parts. It has the order that the first part
/// fixed, so that a reorder in between neither repeats nor loses a block. For cards, it has ids in place of codes.
public struct PageCursor: Sendable, Equatable {
    /// How many codes of the order were consumed.
    public let offset: Int
    public let order: CursorOrder

    public init(offset: Int, order: CursorOrder) {
        self.offset = offset
        self.order = order
    }

    /// Reads the output of ``text``, sent back by a client.
    public init(parsing text: String) throws(PublishingError) {
        guard let members = (try? JSONValue(parsing: text))?.object, let offset = members["offset"]?.int,
            let order = CursorOrder(json: members), (0...order.count).contains(offset)
        else {
            throw .malformed(
                "`cursor` cannot be read. Send the cursor of the last response unchanged, or an empty one to start."
            )
        }
        self.init(offset: offset, order: order)
    }

    /// The cursor as clients send it back.
    public var text: String {
        var members = order.json
        members["offset"] = JSONValue(offset)
        return String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    }

    /// The next codes that have something to show, at most `limit`, and the cursor after them.
    ///
    /// - Parameter present: the codes that the page has now.
    public func next(
        _ limit: Int, of present: [String], isShown: (String) -> Bool
    ) -> (codes: [String], cursor: PageCursor, hasMore: Bool) {
        let order = order.codes(of: present)
        var codes: [String] = []
        var end = offset
        while end < order.count, codes.count < limit {
            if let code = order[end], isShown(code) { codes.append(code) }
            end += 1
        }
        let hasMore = order[end...].contains { $0.map(isShown) ?? false }
        return (codes, PageCursor(offset: hasMore ? end : order.count, order: self.order), hasMore)
    }
}

/// The order in a cursor: the codes themselves or, if a request with them would be too long, a hash of each.
public enum CursorOrder: Sendable, Equatable {
    case codes([String])
    case hashes(CodeHashes)

    /// The maximum size of the codes in a query, in bytes: servers and proxies commonly reject request lines of more
    /// than 8 KiB, and there are other parameters.
    private static let maximumBytes = 4096

    /// The order of a page.
    public init(_ codes: [String]) {
        let short = CursorOrder.codes(codes)
        let text = JSONValue.object(short.json).encoded
        if text.reduce(0, { $0 + Self.queryBytes($1) }) > Self.maximumBytes, let hashes = CodeHashes(codes) {
            self = .hashes(hashes)
        } else {
            self = short
        }
    }

    /// Reads the output of ``json``; nil if it is not an order.
    init?(json: JSONObject) {
        switch (json["blockCodeOrderList"], json["order"]) {
        case (.array(let values)?, nil):
            let codes = values.compactMap(\.string)
            guard codes.count == values.count, codes.count <= PageDocument.maximumBlocks,
                Set(codes.map(JSONString.init)).count == codes.count
            else { return nil }
            self = .codes(codes)
        case (nil, .string(let text)?):
            guard let hashes = CodeHashes(parsing: text) else { return nil }
            self = .hashes(hashes)
        default: return nil
        }
    }

    /// The order as a member of a cursor.
    var json: JSONObject {
        switch self {
        case .codes(let codes): ["blockCodeOrderList": .array(codes.map { .string($0) })]
        case .hashes(let hashes): ["order": .string(hashes.text)]
        }
    }

    /// The number of codes.
    public var count: Int {
        switch self {
        case .codes(let codes): codes.count
        case .hashes(let hashes): hashes.values.count
        }
    }

    /// The codes. A hash whose code the page no longer has becomes nil.
    func codes(of present: [String]) -> [String?] {
        switch self {
        case .codes(let codes): codes
        case .hashes(let hashes): hashes.codes(of: present)
        }
    }

    /// The number of bytes that a byte needs in a query.
    private static func queryBytes(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            1
        default: 3
        }
    }
}
