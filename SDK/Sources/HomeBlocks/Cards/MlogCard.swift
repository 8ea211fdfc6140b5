/// A music video.
public struct MlogCard: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let entry: MlogEntry
    /// Its identity.
    public let id: String
    /// What it is called.
    public let text: String
    /// The address of its cover.
    public let coverURL: String
    /// How long it is, in milliseconds.
    public let duration: Int?
    /// How often it was played.
    public let playCount: Int?
    /// The name of who made it.
    public let author: String?

    init(_ entry: MlogEntry) throws(JSONFault) {
        self.entry = entry
        id = entry.id
        do throws(JSONFault) {
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
}
