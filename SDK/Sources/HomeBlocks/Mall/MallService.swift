/// Another service.
public struct MallService: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// Its telephone number.
    public let phone: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        phone = json.take("phone")
    }
}
