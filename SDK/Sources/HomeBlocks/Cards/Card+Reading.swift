/// A card of the music home page that is made of one `creative` of a block.
protocol CreativeCard: Sendable {
    /// - Throws: ``JSONIssue`` with a pointer into the card.
    init(_ creative: Creative) throws(JSONIssue)
}

extension CreativeCard {
    /// Reads the cards of a block, one at least.
    static func cards(of block: Block) throws(JSONIssue) -> [Self] { try block.cards(Self.init) }
}

extension Block {
    /// Maps each card; an issue has the pointer to it.
    func cards<Card>(_ make: (Creative) throws(JSONIssue) -> Card) throws(JSONIssue) -> [Card] {
        // Cards that cannot be read are missing from the block: read again for what is wrong with them.
        let creatives: [Creative] = if let creatives { creatives } else { try json.require("creatives") }
        guard !creatives.isEmpty else { throw JSONIssue("is empty", at: JSONPointer(["creatives"])) }
        return try each(creatives, in: "creatives", make)
    }
}

extension Creative {
    /// Maps each resource; an issue has the pointer to it.
    func cards<Card>(_ make: (Resource) throws(JSONIssue) -> Card) throws(JSONIssue) -> [Card] {
        let resources: [Resource] = if let resources { resources } else { try json.require("resources") }
        guard !resources.isEmpty else { throw JSONIssue("is empty", at: JSONPointer(["resources"])) }
        return try each(resources, in: "resources", make)
    }
}

/// Maps each element of a list; an issue has the pointer to it below the member that holds the list.
func each<Element, Made>(
    _ elements: [Element], in member: String, _ make: (Element) throws(JSONIssue) -> Made
) throws(JSONIssue) -> [Made] {
    var made: [Made] = []
    made.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
        do {
            made.append(try make(element))
        } catch {
            throw error.inside(String(index)).inside(member)
        }
    }
    return made
}

extension UIElement {
    /// The main line, which every card needs.
    func requireTitle() throws(JSONIssue) -> String {
        if let mainTitle { return mainTitle.title }
        let title: Title = try json.require("mainTitle")
        return title.title
    }
}

extension Resource {
    /// The main line, which every card needs.
    func requireTitle() throws(JSONIssue) -> String {
        do {
            return try uiElement.requireTitle()
        } catch {
            throw error.inside("uiElement")
        }
    }
}

extension Creative {
    /// The main line of the card, else of its first resource.
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
