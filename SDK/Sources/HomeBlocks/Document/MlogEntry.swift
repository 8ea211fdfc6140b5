/// One entry of the music video section.
public struct MlogEntry: JSONModel {
    public let json: JSONObject
    /// Its identity.
    public let id: String
    /// Kind of entry.
    public let type: Int?
    /// Kind of its data.
    public let mlogBaseDataType: Int?
    /// `mlogBaseData`, `mlogExtVO`, `userProfile`, `status`, `shareUrl`.
    public let resource: JSONObject
    /// The algorithm that chose it.
    public let alg: String?
    /// Text to log with a tap.
    public let logInfo: String?
    /// Which field matched.
    public let matchField: Int?
    /// Whether it is from around here.
    public let sameCity: Bool

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        type = json.take("type")
        mlogBaseDataType = json.take("mlogBaseDataType")
        resource = try json.require("resource")
        alg = json.take("alg")
        logInfo = json.take("logInfo")
        matchField = json.take("matchField")
        sameCity = json.take("sameCity") ?? false
    }
}
