/// Settings for a whole page.
public struct PageConfig: JSONModel {
    public let json: JSONObject
    /// What to say after a refresh; may be empty.
    public let refreshToast: String
    /// What to say at the end of the page.
    public let nodataToast: String
    /// Milliseconds after which the page is stale.
    public let refreshInterval: Int
    /// Whether the page covers the status bar.
    public let fullscreen: Bool
    /// Names of the experiments that shaped the page.
    public let abtest: [String]
    /// Song labels, the most important first.
    public let songLabelMarkPriority: [String]
    /// How many song labels to show at most.
    public let songLabelMarkLimit: Int
    /// `RCMD_MODE`.
    public let homepageMode: String
    /// Whether the reader may switch the mode.
    public let showModeEntry: Bool

    public init(json: JSONObject) throws(JSONFault) {
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
