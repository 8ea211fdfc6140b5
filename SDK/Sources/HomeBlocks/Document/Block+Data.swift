extension Block {
    /// A member of the block's `extInfo`, where layouts without cards keep their data; a fault says where it should stand.
    public func data<Member: JSONReadable>(_ name: String) throws(JSONFault) -> Member {
        let extInfo: JSONObject = try json.require("extInfo")
        do {
            return try extInfo.require(name)
        } catch {
            throw error.inside("extInfo")
        }
    }

    /// A member of the block's `extInfo`, or nil if it is missing or null.
    public func dataIfAny<Member: JSONReadable>(_ name: String) throws(JSONFault) -> Member? {
        let extInfo: JSONObject = try json.require("extInfo")
        guard let value = extInfo[name], value != .null else { return nil }
        return try data(name)
    }
}
