import Publishing

/// An accepted cursor is written as the same cursor, and leads through the rest of its page.
public func fuzzCursor(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    let text = String(decoding: bytes, as: UTF8.self)
    for count in 1...2 { try fuzzListCursor(text, count) }
    guard let cursor = try? PageCursor(parsing: text) else { return }
    let again = try need(try? PageCursor(parsing: cursor.text), "what was written cannot be read")
    try hold(again == cursor && again.text == cursor.text, "what was written is another cursor")
    try hold((0...cursor.order.count).contains(cursor.offset), "the offset is outside the order")

    // The input decides the length of the parts and what is hidden.
    let limit = 1 + bytes.count % 7
    // A page with the cursor's codes, and one with codes from the input.
    var pages = [text.utf8.split(separator: UInt8(ascii: "\"")).prefix(50).map { String(decoding: $0, as: UTF8.self) }]
    if case .codes(let codes) = cursor.order { pages.append(codes) }
    for page in pages {
        try walk(cursor, limit, page) { _ in true }
        try walk(cursor, limit, page) { $0.utf8.count.isMultiple(of: 2) }
    }
}

/// Reads part by part; each visible code must come once, in order.
private func walk(
    _ start: PageCursor, _ limit: Int, _ page: [String], isShown: (String) -> Bool
) throws(BrokenRule) {
    let whole = start.next(start.order.count + 1, of: page, isShown: isShown).codes
    var cursor = start
    var codes: [String] = []
    for _ in 0...start.order.count {
        let part = cursor.next(limit, of: page, isShown: isShown)
        codes += part.codes
        try hold(part.codes.count <= limit, "a part is too long")
        try hold(part.hasMore ? !part.codes.isEmpty : part.cursor.offset == start.order.count, "a part leads nowhere")
        cursor = try need(try? PageCursor(parsing: part.cursor.text), "the cursor of a part cannot be read")
        try hold(cursor == part.cursor && cursor.order == start.order, "a part changed the order")
        if !part.hasMore { break }
    }
    try hold(codes == whole, "the parts are not the page")
}

private func fuzzListCursor(_ text: String, _ count: Int) throws(BrokenRule) {
    guard let range = try? ListRange(cursor: text, count: count) else { return }
    guard let after = range.after else {
        try hold(text.isEmpty, "a cursor means nothing")
        return
    }
    try hold(after.count == count, "a cursor has too many numbers, or too few")
    let written = count == 1 ? ListRange.cursor(after[0]) : ListRange.cursor(after[0], after[1])
    let again = try need(try? ListRange(cursor: written, count: count), "what was written cannot be read")
    try hold(again.after == after, "what was written is another cursor")
}
