extension Block {
    /// Makes something of each card; a fault says at which.
    func cards<Card>(_ make: (Creative) throws(JSONFault) -> Card) throws(JSONFault) -> [Card] {
        // Cards that cannot be read are missing from the block: read again for what is wrong with them.
        let creatives: [Creative] = if let creatives { creatives } else { try json.require("creatives") }
        guard !creatives.isEmpty else { throw JSONFault("is empty", at: JSONPointer(["creatives"])) }
        return try each(creatives, in: "creatives", make)
    }
}

extension Creative {
    /// Makes something of each resource; a fault says at which.
    func cards<Card>(_ make: (Resource) throws(JSONFault) -> Card) throws(JSONFault) -> [Card] {
        let resources: [Resource] = if let resources { resources } else { try json.require("resources") }
        guard !resources.isEmpty else { throw JSONFault("is empty", at: JSONPointer(["resources"])) }
        return try each(resources, in: "resources", make)
    }
}

/// Makes something of each element of a list that a member holds; a fault says at which.
func each<Element, Made>(
    _ elements: [Element], in member: String, _ make: (Element) throws(JSONFault) -> Made
) throws(JSONFault) -> [Made] {
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
    /// The main line, without which a card is nothing.
    func requireTitle() throws(JSONFault) -> String {
        if let mainTitle { return mainTitle.title }
        let title: Title = try json.require("mainTitle")
        return title.title
    }
}
