/// The elements of a JSON array, each of which can be read or has the reason why it cannot.
struct ReadableArray<Element: Sendable>: Sendable {
    /// The elements in their order. The pointer of an issue begins at the element.
    fileprivate let results: [Result<Element, JSONIssue>]

    /// An array whose elements can all be read.
    init(elements: [Element]) { results = elements.map { .success($0) } }

    fileprivate init(results: [Result<Element, JSONIssue>]) { self.results = results }

    /// The elements that can be read, in their order.
    var elements: [Element] { results.compactMap { try? $0.get() } }

    /// Whether the array has no element, not even one that cannot be read.
    var isEmpty: Bool { results.isEmpty }
}

extension ReadableArray: JSONReadable where Element: JSONReadable {
    /// - Throws: ``JSONIssue`` only for a value that is no array.
    static func read(_ value: JSONValue) throws(JSONIssue) -> ReadableArray {
        guard case .array(let values) = value else { throw JSONIssue.isNot("an array") }
        return ReadableArray(
            results: values.map { value in Result { () throws(JSONIssue) in try Element.read(value) } })
    }
}

/// What is left out of a section while it is read, because it cannot be read. Every list of cards is read through
/// it: a bad card is left out, and the others are shown.
struct LeftOut {
    /// The reasons. Pointers begin at the value that is read.
    private(set) var issues: [JSONIssue] = []

    /// Adds what was left out of another part of the value.
    mutating func add(_ other: LeftOut) { issues += other.issues }

    /// Reads a part of the value: what fails there has a pointer that begins with the part's name.
    mutating func inside<Part>(
        _ name: @autoclosure () -> String, _ read: (inout LeftOut) throws(JSONIssue) -> Part
    ) throws(JSONIssue) -> Part {
        var inner = LeftOut()
        do {
            let part = try read(&inner)
            if !inner.issues.isEmpty {
                let name = name()
                issues += inner.issues.map { $0.inside(name) }
            }
            return part
        } catch {
            // With the part, its own parts are lost: that is one issue.
            throw error.inside(name())
        }
    }

    /// Reads a part of an object: the object that stands in one of its members.
    ///
    /// - Throws: ``JSONIssue`` also if there is no such member, or if it is no object.
    mutating func inside<Part>(
        _ name: String, of object: JSONObject, _ read: (JSONObject, inout LeftOut) throws(JSONIssue) -> Part
    ) throws(JSONIssue) -> Part {
        let member: JSONObject = try object.require(name)
        return try inside(name) { leftOut throws(JSONIssue) in try read(member, &leftOut) }
    }

    /// Reads a part that the value can do without.
    ///
    /// - Returns: nil if it cannot be read.
    mutating func attempt<Part>(
        _ name: @autoclosure () -> String, _ read: (inout LeftOut) throws(JSONIssue) -> Part
    ) -> Part? {
        do throws(JSONIssue) {
            return try inside(name(), read)
        } catch {
            issues.append(error)
            return nil
        }
    }

    /// Makes a card of each element of the list in a member. No two cards have the same identity.
    mutating func each<Element, Card>(
        of list: ReadableArray<Element>, in name: String, _ make: (Element, inout LeftOut) throws(JSONIssue) -> Card
    ) -> [Card] {
        var inner = LeftOut()
        var cards: [Card] = []
        cards.reserveCapacity(list.results.count)
        for (index, element) in list.results.enumerated() {
            let card = inner.attempt(String(index)) { leftOut throws(JSONIssue) in try make(element.get(), &leftOut) }
            if let card { cards.append(card) }
        }
        issues += inner.issues.map { $0.inside(name) }
        return (cards as? any DistinguishableList)?.withDistinctIdentities() as? [Card] ?? cards
    }

    /// Makes a card of each element of the list that stands in a member. No cards are made of an empty list.
    ///
    /// - Throws: ``JSONIssue`` of the first card if none of them can be read.
    mutating func cards<Element, Card>(
        of list: ReadableArray<Element>, in name: String, _ make: (Element, inout LeftOut) throws(JSONIssue) -> Card
    ) throws(JSONIssue) -> [Card] {
        var inner = LeftOut()
        let cards = inner.each(of: list, in: name, make)
        if cards.isEmpty, let first = inner.issues.first { throw first }
        add(inner)
        return cards
    }

    /// Reads the cards of the list that stands in a member of an object.
    ///
    /// - Throws: ``JSONIssue`` if there is no list, or if none of its cards can be read.
    mutating func cards<Card: JSONReadable>(_ name: String, of object: JSONObject) throws(JSONIssue) -> [Card] {
        let list: ReadableArray<Card> = try object.require(name)
        return try cards(of: list, in: name) { card, _ in card }
    }

    /// Reads the card that stands in a member of an object; nil if it is missing or null, or cannot be read.
    mutating func cardIfAny<Card: JSONReadable>(_ name: String, of object: JSONObject) -> Card? {
        guard let value = object[name], value != .null else { return nil }
        return attempt(name) { _ throws(JSONIssue) in try Card.read(value) }
    }

    /// Reads the cards of the list that stands in a member of an object; none if the list is missing or null, or cannot
    /// be read.
    mutating func cardsIfAny<Card: JSONReadable>(_ name: String, of object: JSONObject) -> [Card] {
        guard let list: ReadableArray<Card> = cardIfAny(name, of: object) else { return [] }
        return each(of: list, in: name) { card, _ in card }
    }
}
