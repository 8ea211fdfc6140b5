/// Figures of a card.
public struct CreativeExtInfo: JSONModel {
    public let json: JSONObject
    /// How often it was played.
    public let playCount: Int?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        playCount = json.take("playCount")
    }
}
