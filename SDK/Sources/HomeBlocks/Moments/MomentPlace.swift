/// Where a moment was.
public struct MomentPlace: JSONModel {
    public let json: JSONObject
    /// The name of the place.
    public let name: String
    /// Degrees north of the equator.
    public let latitude: Double?
    /// Degrees east of Greenwich.
    public let longitude: Double?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        name = try json.require("name")
        latitude = json.take("latitude")
        longitude = json.take("longitude")
    }
}
