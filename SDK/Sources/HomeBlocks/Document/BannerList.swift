/// The content of the banner section.
public struct BannerList: JSONModel {
    public let json: JSONObject
    /// The banners, in display order.
    public let banners: [Banner]

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        banners = try json.require("banners")
    }
}
