extension Dictionary where Key == String, Value == JSONValue {
    /// The elements of a list; none if the member is missing or null.
    func list<Element: JSONReadable>(_ name: String) throws(JSONFault) -> [Element] {
        guard let value = self[name], value != .null else { return [] }
        return try require(name)
    }
}
