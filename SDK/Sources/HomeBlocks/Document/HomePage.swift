/// The answer of `GET /homepage`: an envelope around the page.
public struct HomePage: JSONModel {
    public let json: JSONObject
    /// 200 on success.
    public let code: Int
    /// The page.
    public let data: HomePageData
    /// Empty on success.
    public let message: String

    /// - Throws: ``JSONFault`` if there is no list of sections. A section that cannot be read is none of the
    ///   page's faults: it stands in ``HomePageData/faults``.
    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        code = json.take("code") ?? 200
        data = try json.require("data")
        message = json.take("message") ?? ""
    }
}
