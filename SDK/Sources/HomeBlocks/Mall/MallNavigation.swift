/// An entry of a navigation section, or the best seller beside the broadcasts.
public struct MallNavigation: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// Whether it is only for readers who have signed in.
    public let needsLogin: Bool

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        needsLogin = json.take("needsLogin") ?? false
    }
}
