/// The content of the banner section.
public struct BannerList: JSONModel {
    public let json: JSONObject
    /// The banners, in display order; one that cannot be read is left out.
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
    /// The identity within the list: ``bannerId``, unless another banner before it has the same.
    public private(set) var id: String
    /// Its id in the document.
    public let bannerId: String
    /// The address of the picture.
    public let pic: String
    /// `red` or `blue`.
    public let titleColor: String?
    /// The label in the corner.
    public let typeTitle: String?
    /// The identity of the target, an integer of 64 bits.
    public let targetId: Int?
    /// 1 song, 10 album, 1000 playlist, 1004 video, 3000 address.
    public let targetType: Int?
    /// The address, for target type 3000.
    public let url: String?
    /// Identity of the request that chose it.
    public let requestId: String?
    /// Whether it is exclusive.
    public let exclusive: Bool
    /// Text to log with a tap.
    public let scm: String?
    /// Whether to mark it as advertising.
    public let showAdTag: Bool
    /// The target as text.
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

    /// Reads the banners of a block, which stand in its `extInfo`.
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
