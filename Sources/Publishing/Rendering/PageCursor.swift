import HomeBlocks

/// Where a client is in a page that it reads in parts. It has the order that the first part fixed, so that a reorder
/// in between neither repeats nor loses a block.
public struct PageCursor: Sendable, Equatable {
    /// How many codes of the order were consumed.
    public let offset: Int
    public let order: CursorOrder

    public init(offset: Int, order: CursorOrder) {
        self.offset = offset
        self.order = order
    }

    /// Reads what ``text`` wrote and a client sent back.
    public init(parsing text: String) throws(PublishingError) {
        guard let members = (try? JSONValue(parsing: text))?.object, let offset = members["offset"]?.int,
            let order = CursorOrder(json: members), (0...order.count).contains(offset)
        else {
            throw .malformed(
                "The cursor cannot be read. Send back the cursor of the last reply as it was, or an empty one to start."
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
