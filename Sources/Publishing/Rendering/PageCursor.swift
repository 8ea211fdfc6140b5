import HomeBlocks

/// Where a client stands in a page that it reads in parts. It carries the order that the first part fixed, so that
/// a reorder in between neither repeats nor loses a block.
public struct PageCursor: Sendable, Equatable {
    /// How many codes of the order were consumed.
    public let offset: Int
    public let order: [String]

    public init(offset: Int, order: [String]) {
        self.offset = offset
        self.order = order
    }

    /// Reads what ``text`` wrote and a client sent back.
    public init(parsing text: String) throws(PublishingError) {
        let refusal = PublishingError.malformed(
            "The cursor cannot be read. Send back the cursor of the last reply as it was, or an empty one to start.")
        guard let members = (try? JSONValue(parsing: text))?.object, let offset = members["offset"]?.int,
            let codes = members["blockCodeOrderList"]?.array
        else { throw refusal }
        order = codes.compactMap(\.string)
        guard order.count == codes.count, order.count <= PageDocument.mostBlocks, (0...order.count).contains(offset),
            Set(order).count == order.count
        else { throw refusal }
        self.offset = offset
    }

    /// The cursor as clients carry it.
    public var text: String {
        let members: JSONObject = [
            "offset": JSONValue(offset), "blockCodeOrderList": .array(order.map { .string($0) }),
        ]
        return String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    }

    /// The next codes that have something to show, at most `limit`, and the cursor after them.
    public func next(_ limit: Int, isShown: (String) -> Bool) -> (codes: [String], cursor: PageCursor, hasMore: Bool) {
        var codes: [String] = []
        var end = offset
        while end < order.count, codes.count < limit {
            if isShown(order[end]) { codes.append(order[end]) }
            end += 1
        }
        let hasMore = order[end...].contains(where: isShown)
        return (codes, PageCursor(offset: hasMore ? end : order.count, order: order), hasMore)
    }
}
