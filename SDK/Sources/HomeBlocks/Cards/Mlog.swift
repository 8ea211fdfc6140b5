/// A music video.
public struct MlogCard: Sendable, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let entry: MlogEntry
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let text: String
    /// The cover's URL, absolute or relative to the server.
    public let coverURL: String
    /// The length in milliseconds.
    public let duration: Int?
    /// The number of plays.
    public let playCount: Int?
    /// The name of the author.
    public let author: String?

    init(_ entry: MlogEntry) throws(JSONIssue) {
        self.entry = entry
        id = entry.id
        do throws(JSONIssue) {
            let data: JSONObject = try entry.resource.require("mlogBaseData")
            do {
                text = try data.require("text")
                coverURL = try data.require("coverUrl")
            } catch {
                throw error.inside("mlogBaseData")
            }
            duration = data.take("duration")
        } catch {
            throw error.inside("resource")
        }
        let figures: JSONObject? = entry.resource.take("mlogExtVO")
        playCount = figures?.take("playCount")
        let profile: JSONObject? = entry.resource.take("userProfile")
        author = profile?.take("nickname")
    }

    /// Reads the videos of a block from its `extInfo`.
    static func cards(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> [MlogCard] {
        let entries: ReadableArray<MlogEntry> = try block.json.require("extInfo")
        guard !entries.isEmpty else { throw JSONIssue.isEmpty("extInfo") }
        return try leftOut.cards(of: entries, in: "extInfo") { entry, _ throws(JSONIssue) in try MlogCard(entry) }
    }
}

extension MlogCard: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

/// One entry of the music video section.
public struct MlogEntry: JSONModel {
    public let json: JSONObject
    /// The identity.
    public let id: String
    /// The kind of entry.
    public let type: Int?
    /// The kind of its data.
    public let mlogBaseDataType: Int?
    /// An object with `mlogBaseData`, `mlogExtVO`, `userProfile`, `status` and `shareUrl`.
    public let resource: JSONObject
    /// The algorithm that chose it.
    public let alg: String?
    /// The text to log on a tap.
    public let logInfo: String?
    /// The field that matched the reader.
    public let matchField: Int?
    /// Whether it is from the reader's city.
    public let sameCity: Bool

    public init(json: JSONObject) throws(JSONIssue) {
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
