/// The elements of a JSON array: for each, the value or the reason why it cannot be read.
struct ReadableArray<Element: Sendable>: Sendable {
    /// The elements in order. The pointer of an issue is relative to its element.
    fileprivate let results: [Result<Element, JSONIssue>]

    /// Creates an array whose elements can all be read.
    init(elements: [Element]) { results = elements.map { .success($0) } }

    fileprivate init(results: [Result<Element, JSONIssue>]) { self.results = results }

    /// The elements that can be read, in order.
    var elements: [Element] { results.compactMap { try? $0.get() } }

    /// Whether the array has no elements at all, readable or not.
    var isEmpty: Bool { results.isEmpty }
}

extension ReadableArray: JSONReadable where Element: JSONReadable {
    /// - Throws: ``JSONIssue`` only for a value that is not an array.
    static func read(_ value: JSONValue) throws(JSONIssue) -> ReadableArray {
        guard case .array(let values) = value else { throw JSONIssue.isNot("an array") }
        return ReadableArray(
            results: values.map { value in Result { () throws(JSONIssue) in try Element.read(value) } })
    }
}

/// The parts of a section that are left out because they cannot be read. Every list of cards is read through this type,
/// so that an invalid card does not affect the others.
struct LeftOut {
    /// The reasons. Pointers are relative to the value that is read.
    private(set) var issues: [JSONIssue] = []

    /// Adds the issues of another part of the value.
    mutating func add(_ other: LeftOut) { issues += other.issues }

    /// Reads a part of the value. The pointers of its issues begin with the part's name.
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
            // If the part fails, issues of its own parts no longer matter: report only one.
            throw error.inside(name())
        }
    }

    /// Reads a member of an object that is itself an object.
    ///
    /// - Throws: ``JSONIssue`` also if the member is missing or not an object.
    mutating func inside<Part>(
        _ name: String, of object: JSONObject, _ read: (JSONObject, inout LeftOut) throws(JSONIssue) -> Part
    ) throws(JSONIssue) -> Part {
        let member: JSONObject = try object.require(name)
        return try inside(name) { leftOut throws(JSONIssue) in try read(member, &leftOut) }
    }

    /// Reads an optional part of the value.
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

    /// Maps each element of the list in a member to a card. The cards' identities are unique.
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

    /// Maps each element of the list in a member to a card. An empty list yields no cards.
    ///
    /// - Throws: ``JSONIssue`` of the first card if no card can be read.
    mutating func cards<Element, Card>(
        of list: ReadableArray<Element>, in name: String, _ make: (Element, inout LeftOut) throws(JSONIssue) -> Card
    ) throws(JSONIssue) -> [Card] {
        var inner = LeftOut()
        let cards = inner.each(of: list, in: name, make)
        if cards.isEmpty, let first = inner.issues.first { throw first }
        add(inner)
        return cards
    }

    /// Reads the cards of the list in a member of an object.
    ///
    /// - Throws: ``JSONIssue`` if there is no list, or if none of its cards can be read.
    mutating func cards<Card: JSONReadable>(_ name: String, of object: JSONObject) throws(JSONIssue) -> [Card] {
        let list: ReadableArray<Card> = try object.require(name)
        return try cards(of: list, in: name) { card, _ in card }
    }

    /// Reads the card in a member of an object; nil if it is missing or null, or cannot be read.
    mutating func cardIfAny<Card: JSONReadable>(_ name: String, of object: JSONObject) -> Card? {
        guard let value = object[name], value != .null else { return nil }
        return attempt(name) { _ throws(JSONIssue) in try Card.read(value) }
    }

    /// Reads the cards of the list in a member of an object; empty if the list is missing or null, or cannot be read.
    mutating func cardsIfAny<Card: JSONReadable>(_ name: String, of object: JSONObject) -> [Card] {
        guard let list: ReadableArray<Card> = cardIfAny(name, of: object) else { return [] }
        return each(of: list, in: name) { card, _ in card }
    }
}
