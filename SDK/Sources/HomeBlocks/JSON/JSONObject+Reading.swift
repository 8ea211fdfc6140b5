extension JSONObject {
    /// The value of a member that must be there.
    ///
    /// - Throws: ``JSONFault`` with a pointer to the member, or to the place within it, that is missing or of another type.
    public func require<Member: JSONReadable>(_ name: String) throws(JSONFault) -> Member {
        guard let value = self[name] else { throw JSONFault("is missing", at: JSONPointer([name])) }
        do {
            return try Member.read(value)
        } catch {
            throw error.inside(name)
        }
    }

    /// The value of a member, or nil if it is missing, null or of another type.
    public func take<Member: JSONReadable>(_ name: String) -> Member? {
        guard let value = self[name] else { return nil }
        return try? Member.read(value)
    }

    /// The elements of a list; none if the member is missing or null.
    func list<Element: JSONReadable>(_ name: String) throws(JSONFault) -> [Element] {
        guard let value = self[name], value != .null else { return [] }
        return try require(name)
    }
}
