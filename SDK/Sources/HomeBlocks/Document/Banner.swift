/// The content of the banner section.
public struct BannerList: JSONModel {
    public let json: JSONObject
    /// The banners, in display order. A banner that cannot be read is left out.
    public let banners: [Banner]

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        let list: ReadableArray<Banner> = try json.require("banners")
        banners = list.elements.withDistinctIdentities()
    }
}

/// One picture of the banner section.
public struct Banner: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity within the list: ``bannerId``, unless an earlier banner has the same one.
    public private(set) var id: String
    /// The id in the document.
    public let bannerId: String
    /// The picture's URL.
    public let pic: String
    /// `red` or `blue`.
    public let titleColor: String?
    /// The label in the corner.
    public let typeTitle: String?
    /// The identity of the target, a 64-bit integer.
    public let targetId: Int?
    /// The kind of target: 1 for a song, 10 for an album, 1000 for a playlist, 1004 for a video, 3000 for a URL.
    public let targetType: Int?
    /// The URL, for target type 3000.
    public let url: String?
    /// The identity of the request that chose it.
    public let requestId: String?
    /// Whether it is exclusive.
    public let exclusive: Bool
    /// The text to log on a tap.
    public let scm: String?
    /// Whether to mark it as advertising.
    public let showAdTag: Bool
    /// The target as a string.
    public let encodeId: String?
    /// The song, for target type 1.
    public let song: JSONObject?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        bannerId = try json.require("bannerId")
        id = bannerId
        pic = try json.require("pic")
        titleColor = json.take("titleColor")
        typeTitle = json.take("typeTitle")
        targetId = json.take("targetId")
        targetType = json.take("targetType")
        url = json.take("url")
        requestId = json.take("requestId")
        exclusive = json.take("exclusive") ?? false
        scm = json.take("scm")
        showAdTag = json.take("showAdTag") ?? false
        encodeId = json.take("encodeId")
        song = json.take("song")
    }

    /// Reads the banners of a block from its `extInfo`.
    static func cards(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> [Banner] {
        try leftOut.inside("extInfo", of: block.json) { extInfo, leftOut throws(JSONIssue) in
            let banners: [Banner] = try leftOut.cards("banners", of: extInfo)
            guard !banners.isEmpty else { throw JSONIssue.isEmpty("banners") }
            return banners
        }
    }
}

extension Banner: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}
