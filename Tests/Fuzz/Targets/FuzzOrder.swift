import HomeBlocks

@testable import Publishing

/// A change gives each block of the page a position and keeps the pins, or is rejected with reasons.
///
/// The first line has the page's codes; `^` before one pins it to the start, `$` to the end. The rest is the body.
public func fuzzOrder(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    var parts = InputParts(bytes)
    let (order, pins) = present(String(decoding: parts.next(), as: UTF8.self))
    guard let json = try? JSONValue(parsing: parts.others) else { return }
    guard let change = try read(json) else { return }
    let again = try need(try? OrderChange(json: change.json), "the body that was written cannot be read")
    try hold(again == change, "the body that was written is another change")

    let result: [String]
    do throws(PublishingError) {
        result = try change.applied(to: order, pins: pins)
    } catch {
        try saysWhy(error)
        return
    }
    try hold(result.sorted() == order.sorted(), "\(result) is no order of the blocks \(order)")
    let whole = OrderChange.order(result)
    try hold((try? whole.applied(to: order, pins: pins)) == result, "\(result) is not taken as a whole order")
    try hold(PinnedOrder.settled(result, pins: pins) == result, "a pinned block has left its place")
    if case .order(let codes) = change { try hold(result == codes, "the order is not the one that was sent") }
    if case .ranks(let ranks) = change {
        let places = result.compactMap { ranks[$0] ?? ranks[$0 + "Index"] }
        try hold(places == places.sorted() && places.count == result.count, "the ranks say something else")
    }
    try explains(order, result)
}

/// The moves explain the difference: all other blocks keep their relative order.
private func explains(_ order: [String], _ result: [String]) throws(BrokenRule) {
    let moved = Set(MovedBlocks.between(order, result))
    try hold(moved.isEmpty == (order == result), "what moved is not what differs")
    try hold(
        order.filter { !moved.contains($0) } == result.filter { !moved.contains($0) }, "what stayed has moved, too")
}

private func present(_ line: String) -> (order: [String], pins: [String: Pin]) {
    var (order, pins): ([String], [String: Pin]) = ([], [:])
    for word in line.split(separator: " ") {
        let pin: Pin? = word.hasPrefix("^") ? .first : word.hasPrefix("$") ? .last : nil
        let code = String(pin == nil ? word : word.dropFirst())
        guard !order.contains(code) else { continue }
        order.append(code)
        pins[code] = pin
    }
    // As in any page, the pins hold before the change.
    return (PinnedOrder.settled(order, pins: pins), pins)
}

private func read(_ json: JSONValue) throws(BrokenRule) -> OrderChange? {
    do throws(PublishingError) {
        return try OrderChange(json: json)
    } catch {
        try saysWhy(error)
        return nil
    }
}
