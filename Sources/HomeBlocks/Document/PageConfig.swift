/// Settings for a whole page.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct PageConfig: Codable, Sendable, Equatable {
    /// What to say after a refresh; may be empty.
    public var refreshToast: String
    /// What to say at the end of the page.
    public var nodataToast: String
    /// Milliseconds after which the page is stale.
    public var refreshInterval: Int
    /// Whether the page covers the status bar.
    public var fullscreen: Bool
    /// Names of the experiments that shaped the page.
    public var abtest: [String]
    /// Song labels, the most important first.
    public var songLabelMarkPriority: [String]
    /// How many song labels to show at most.
    public var songLabelMarkLimit: Int
    /// `RCMD_MODE`.
    public var homepageMode: String
    /// Whether the reader may switch the mode.
    public var showModeEntry: Bool
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        refreshToast = try fields.require("refreshToast")
        nodataToast = try fields.require("nodataToast")
        refreshInterval = try fields.require("refreshInterval")
        fullscreen = try fields.require("fullscreen")
        abtest = try fields.require("abtest")
        songLabelMarkPriority = try fields.require("songLabelMarkPriority")
        songLabelMarkLimit = try fields.require("songLabelMarkLimit")
        homepageMode = try fields.require("homepageMode")
        showModeEntry = try fields.require("showModeEntry")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("refreshToast", refreshToast)
        try fields.put("nodataToast", nodataToast)
        try fields.put("refreshInterval", refreshInterval)
        try fields.put("fullscreen", fullscreen)
        try fields.put("abtest", abtest)
        try fields.put("songLabelMarkPriority", songLabelMarkPriority)
        try fields.put("songLabelMarkLimit", songLabelMarkLimit)
        try fields.put("homepageMode", homepageMode)
        try fields.put("showModeEntry", showModeEntry)
    }
}
