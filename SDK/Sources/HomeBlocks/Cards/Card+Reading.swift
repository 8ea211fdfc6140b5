/// A card of the music home page that is read from one `creative` of a block.
protocol CreativeCard: Sendable {
    /// - Throws: ``JSONIssue`` with a pointer into the card.
    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue)
}

extension CreativeCard {
    /// Reads the cards of a block, at least one.
    static func cards(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> [Self] {
        try block.cards(&leftOut, Self.init)
    }
}

extension Block {
    /// Maps each card; there must be at least one.
    func cards<Card>(
        _ leftOut: inout LeftOut, _ make: (Creative, inout LeftOut) throws(JSONIssue) -> Card
    ) throws(JSONIssue) -> [Card] {
        let list =
            if let creativeList { creativeList } else { try json.require("creatives") as ReadableArray<Creative> }
        guard !list.isEmpty else { throw JSONIssue.isEmpty("creatives") }
        return try leftOut.cards(of: list, in: "creatives", make)
    }
}

extension Creative {
    /// Maps each resource; there must be at least one.
    func cards<Card>(
        _ leftOut: inout LeftOut, _ make: (Resource) throws(JSONIssue) -> Card
    ) throws(JSONIssue) -> [Card] {
        let list =
            if let resourceList { resourceList } else { try json.require("resources") as ReadableArray<Resource> }
        guard !list.isEmpty else { throw JSONIssue.isEmpty("resources") }
        return try leftOut.cards(of: list, in: "resources") { resource, _ throws(JSONIssue) in try make(resource) }
    }
}

extension UIElement {
    /// The main title, which every card needs.
    func requireTitle() throws(JSONIssue) -> String {
        if let mainTitle { return mainTitle.title }
        let title: Title = try json.require("mainTitle")
        return title.title
    }
}

extension Resource {
    /// The main title, which every card needs.
    func requireTitle() throws(JSONIssue) -> String {
        do {
            return try uiElement.requireTitle()
        } catch {
            throw error.inside("uiElement")
        }
    }
}

extension Creative {
    /// The main title of the card, or else of its first resource.
    func requireTitle() throws(JSONIssue) -> String {
        if let title = uiElement?.mainTitle?.title ?? resources?.first?.uiElement.mainTitle?.title { return title }
        let element: UIElement = try json.require("uiElement")
        do {
            return try element.requireTitle()
        } catch {
            throw error.inside("uiElement")
        }
    }
}
