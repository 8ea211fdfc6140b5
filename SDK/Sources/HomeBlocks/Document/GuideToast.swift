/// Hints to show once.
public struct GuideToast: JSONModel {
    public let json: JSONObject
    /// Whether there are any.
    public let hasGuideToast: Bool
    /// The hints.
    public let toastList: [JSONValue]

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        hasGuideToast = json.take("hasGuideToast") ?? false
        toastList = json.take("toastList") ?? []
    }
}
