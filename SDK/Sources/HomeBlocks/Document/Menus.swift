/// The answer of `GET /homepage/dragon/ball`: the round menu entries.
public struct Menus: JSONModel {
    public let json: JSONObject
    /// 200 on success.
    public let code: Int
    /// The entries, in display order; one that cannot be read is left out.
    public let data: [Menu]
    /// Empty on success.
    public let message: String

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        code = json.take("code") ?? 200
        let values: [JSONValue] = try json.require("data")
        data = values.compactMap { try? Menu.read($0) }
        message = json.take("message") ?? ""
    }
}
