/// The response of `GET /homepage`: an envelope around the page.
public struct HomePage: JSONModel {
    public let json: JSONObject
    /// 200 on success.
    public let code: Int
    /// The page.
    public let data: HomePageData
    /// Empty on success.
    public let message: String

    /// - Throws: ``JSONIssue`` if the document has no list of sections. A section that cannot be read does not fail the page;
    ///   it is reported in ``HomePageData/issues``.
    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        code = json.take("code") ?? 200
        data = try json.require("data")
        message = json.take("message") ?? ""
    }
}

/// A home page: its sections in display order and how the app should treat them.
public struct HomePageData: JSONModel {
    public let json: JSONObject
    /// The cursor of the next part, to be sent unchanged; nil unless the page was requested in parts.
    public let cursor: String?
    /// The sections that can be read, in display order. Codes are unique.
    public let blocks: [Block]
    /// The sections that cannot be read.
    public let issues: [SectionIssue]
    /// Whether there is a next page.
    public let hasMore: Bool
    /// Settings for the whole page; missing ones have their default values.
    public let pageConfig: PageConfig
    /// One-time hints.
    public let guideToast: GuideToast?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        cursor = json.take("cursor")
        let values: [JSONValue] = try json.require("blocks")
        (blocks, issues) = Self.read(values)
        hasMore = json.take("hasMore") ?? false
        pageConfig = try PageConfig(json: json.take("pageConfig") ?? [:])
        guideToast = json.take("guideToast")
    }

    private static func read(_ values: [JSONValue]) -> ([Block], [SectionIssue]) {
        var (blocks, issues): ([Block], [SectionIssue]) = ([], [])
        var codes: Set<String> = []
        for (place, value) in values.enumerated() {
            do throws(JSONIssue) {
                let block = try Block.read(value)
                guard codes.insert(block.blockCode).inserted else {
                    throw JSONIssue("is used twice", kind: .duplicate, at: JSONPointer(["blockCode"]))
                }
                blocks.append(block)
            } catch {
                let code = value.object?["blockCode"]?.string
                issues.append(SectionIssue(blockCode: code, issue: error.inside(String(place)).inside("blocks")))
            }
        }
        return (blocks, issues)
    }
}

/// Settings for a whole page.
public struct PageConfig: JSONModel {
    public let json: JSONObject
    /// The text to show after a refresh; may be empty.
    public let refreshToast: String
    /// The text to show at the end of the page.
    public let nodataToast: String
    /// Milliseconds after which the page is stale.
    public let refreshInterval: Int
    /// Whether the page covers the status bar.
    public let fullscreen: Bool
    /// The names of the experiments that affected the page.
    public let abtest: [String]
    /// Song labels, most important first.
    public let songLabelMarkPriority: [String]
    /// The maximum number of song labels to show.
    public let songLabelMarkLimit: Int
    /// The mode: `RCMD_MODE`.
    public let homepageMode: String
    /// Whether the reader may switch the mode.
    public let showModeEntry: Bool

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        refreshToast = json.take("refreshToast") ?? ""
        nodataToast = json.take("nodataToast") ?? ""
        refreshInterval = json.take("refreshInterval") ?? 600_000
        fullscreen = json.take("fullscreen") ?? false
        abtest = json.take("abtest") ?? []
        songLabelMarkPriority = json.take("songLabelMarkPriority") ?? []
        songLabelMarkLimit = json.take("songLabelMarkLimit") ?? 1
        homepageMode = json.take("homepageMode") ?? "RCMD_MODE"
        showModeEntry = json.take("showModeEntry") ?? false
    }
}

/// One-time hints.
public struct GuideToast: JSONModel {
    public let json: JSONObject
    /// Whether there are any.
    public let hasGuideToast: Bool
    /// The hints.
    public let toastList: [JSONValue]

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        hasGuideToast = json.take("hasGuideToast") ?? false
        toastList = json.take("toastList") ?? []
    }
}
