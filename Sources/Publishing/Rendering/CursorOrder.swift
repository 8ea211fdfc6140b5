import HomeBlocks

/// The order that a cursor fixes: the codes themselves or, where a request with them would be too long, a hash of each.
public enum CursorOrder: Sendable, Equatable {
    case codes([String])
    case hashes(CodeHashes)

    /// How many bytes of a query the codes may have: servers and proxies commonly refuse a request line of more than
    /// 8 KiB, and there are other parameters.
    private static let mostBytes = 4096

    /// The order of a page.
    public init(_ codes: [String]) {
        let short = CursorOrder.codes(codes)
        let text = JSONValue.object(short.json).encoded
        if text.reduce(0, { $0 + Self.queryBytes($1) }) > Self.mostBytes, let hashes = CodeHashes(codes) {
            self = .hashes(hashes)
        } else {
            self = short
        }
    }

    /// Reads what ``json`` wrote; nil if it is no order.
    init?(json: JSONObject) {
        switch (json["blockCodeOrderList"], json["order"]) {
        case (.array(let values)?, nil):
            let codes = values.compactMap(\.string)
            guard codes.count == values.count, codes.count <= PageDocument.mostBlocks,
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

    /// How many codes it has.
    public var count: Int {
        switch self {
        case .codes(let codes): codes.count
        case .hashes(let hashes): hashes.values.count
        }
    }

    /// The codes, as far as they can be known: a hash names a code that the page still has.
    func codes(of present: [String]) -> [String?] {
        switch self {
        case .codes(let codes): codes
        case .hashes(let hashes): hashes.codes(of: present)
        }
    }

    /// How many bytes a byte has in a query.
    private static func queryBytes(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            1
        default: 3
        }
    }
}
