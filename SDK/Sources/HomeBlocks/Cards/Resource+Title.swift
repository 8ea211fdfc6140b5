extension Resource {
    /// The main line, without which a card is nothing; a fault says where it should stand.
    func requireTitle() throws(JSONFault) -> String {
        do {
            return try uiElement.requireTitle()
        } catch {
            throw error.inside("uiElement")
        }
    }
}

extension Creative {
    /// The main line of the card, else of its first resource.
    func requireTitle() throws(JSONFault) -> String {
        if let title = uiElement?.mainTitle?.title ?? resources?.first?.uiElement.mainTitle?.title { return title }
        let element: UIElement = try json.require("uiElement")
        do {
            return try element.requireTitle()
        } catch {
            throw error.inside("uiElement")
        }
    }
}
