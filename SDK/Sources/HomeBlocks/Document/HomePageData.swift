/// A home page: its sections in display order and how the app should treat them.
public struct HomePageData: JSONModel {
    public let json: JSONObject
    /// Where the next page begins; nil unless the request asked for pages. Send it back verbatim.
    public let cursor: String?
    /// The sections that can be read, in display order. Each code stands once.
    public let blocks: [Block]
    /// The sections that cannot.
    public let faults: [SectionFault]
    /// Whether there is a next page.
    public let hasMore: Bool
    /// Settings for the whole page; what is missing has the value of an ordinary page.
    public let pageConfig: PageConfig
    /// Hints to show once.
    public let guideToast: GuideToast?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        cursor = json.take("cursor")
        let values: [JSONValue] = try json.require("blocks")
        (blocks, faults) = Self.read(values)
        hasMore = json.take("hasMore") ?? false
        pageConfig = try PageConfig(json: json.take("pageConfig") ?? [:])
        guideToast = json.take("guideToast")
    }

    private static func read(_ values: [JSONValue]) -> ([Block], [SectionFault]) {
        var (blocks, faults): ([Block], [SectionFault]) = ([], [])
        var codes: Set<String> = []
        for (place, value) in values.enumerated() {
            do throws(JSONFault) {
                let block = try Block.read(value)
                guard codes.insert(block.blockCode).inserted else {
                    throw JSONFault("stands twice", at: JSONPointer(["blockCode"]))
                }
                blocks.append(block)
            } catch {
                let code = value.object?["blockCode"]?.string
                faults.append(SectionFault(blockCode: code, fault: error.inside(String(place)).inside("blocks")))
            }
        }
        return (blocks, faults)
    }
}
