/// A picture.
public struct Picture: JSONModel {
    public let json: JSONObject
    /// Its address, absolute or relative to the server.
    public let imageUrl: String
    /// Whether it is shown without text.
    public let purePicture: Bool?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        imageUrl = try json.require("imageUrl")
        purePicture = json.take("purePicture")
    }
}
