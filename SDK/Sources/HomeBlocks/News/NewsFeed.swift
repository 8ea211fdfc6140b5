/// A section of a news page.
public struct NewsFeed: Sendable, Equatable, Identifiable {
    /// The section's code.
    public let id: String
    /// What stands above it.
    public let heading: SectionHeading
    /// The items, in display order. One of a kind that this version of the app does not know is left out; the places of the
    /// others are those of the server.
    public let entries: [NewsEntry]

    /// - Throws: ``SectionFault`` if the section has no list of items, or none of them can be read.
    public init(_ block: Block) throws(SectionFault) {
        id = block.blockCode
        heading = SectionHeading(block)
        do throws(JSONFault) {
            let list: [JSONObject] = try block.data("list")
            entries = list.enumerated().compactMap { index, object in
                guard let id: Int = object.take("id"), let kind: String = object.take("kind"),
                    let item = NewsItem(kind: kind, index: index)
                else { return nil }
                return NewsEntry(id: id, blockCode: block.blockCode, item: item)
            }
            guard !entries.isEmpty || list.isEmpty else {
                throw JSONFault("has no item of a kind that is known here", at: JSONPointer(["extInfo", "list"]))
            }
        } catch {
            throw SectionFault(blockCode: block.blockCode, fault: error)
        }
    }
}
