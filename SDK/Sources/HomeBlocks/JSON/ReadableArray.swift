/// The elements of a JSON array that can be read, and the reasons why the others cannot. One bad element does not cost
/// the others.
struct ReadableArray<Element: Sendable>: Sendable {
    /// The elements that can be read, in their order.
    let elements: [Element]
    /// The index in the array of each of them.
    fileprivate let indices: [Int]
    /// The reasons why others cannot be read. Pointers begin at the array.
    fileprivate let issues: [JSONIssue]

    /// An array whose elements can all be read.
    init(elements: [Element]) { self.init(elements, indices: Array(elements.indices), issues: []) }

    private init(_ elements: [Element], indices: [Int], issues: [JSONIssue]) {
        self.elements = elements
        self.indices = indices
        self.issues = issues
    }

    /// Whether the array has no element, not even one that cannot be read.
    var isEmpty: Bool { elements.isEmpty && issues.isEmpty }
}

extension ReadableArray: JSONReadable where Element: JSONReadable {
    /// - Throws: ``JSONIssue`` only for a value that is no array.
    static func read(_ value: JSONValue) throws(JSONIssue) -> ReadableArray {
        guard case .array(let values) = value else { throw JSONIssue.isNot("an array") }
        var (elements, indices): ([Element], [Int]) = ([], [])
        elements.reserveCapacity(values.count)
        indices.reserveCapacity(values.count)
        var leftOut = LeftOut()
        for (index, value) in values.enumerated() {
            let element = leftOut.attempt(String(index)) { _ throws(JSONIssue) in try Element.read(value) }
            guard let element else { continue }
            elements.append(element)
            indices.append(index)
        }
        return ReadableArray(elements, indices: indices, issues: leftOut.issues)
    }
}

/// What is left out of a section while it is read, because it cannot be read. Every list of cards goes through it, so
/// that a bad card costs itself and nothing else.
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

    /// Makes a card of each element of the list that stands in a member.
    mutating func each<Element, Card>(
        of list: ReadableArray<Element>, in name: String, _ make: (Element, inout LeftOut) throws(JSONIssue) -> Card
    ) -> [Card] {
        var inner = LeftOut(issues: list.issues)
        var cards: [Card] = []
        cards.reserveCapacity(list.elements.count)
        for (index, element) in zip(list.indices, list.elements) {
            let card = inner.attempt(String(index)) { leftOut throws(JSONIssue) in try make(element, &leftOut) }
            if let card { cards.append(card) }
        }
        issues += inner.issues.map { $0.inside(name) }
        return cards
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

    /// Reads the list that stands in a member of an object that can do without; none if it is missing or null.
    mutating func cardsIfAny<Card: JSONReadable>(_ name: String, of object: JSONObject) -> [Card] {
        guard let value = object[name], value != .null else { return [] }
        do throws(JSONIssue) {
            let list: ReadableArray<Card> = try object.require(name)
            return each(of: list, in: name) { card, _ in card }
        } catch {
            issues.append(error)
            return []
        }
    }
}
