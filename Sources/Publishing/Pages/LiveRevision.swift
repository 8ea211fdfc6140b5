import Foundation
public import HomeBlocks

/// The revision of a page that clients get, with references to its blocks.
public struct LiveRevision: Sendable {
    public let page: PageInfo
    public let number: Int
    public let changedBy: String
    public let changedAt: Instant
    public let order: OrderState
    /// The version of each block.
    public let versions: [String: BlockVersionID]
    /// Page-level fields of the document that differ from the usual ones.
    public let data: JSONObject
    /// The instant of the next release that is already planned.
    public let nextRelease: Instant?

    public init(
        page: PageInfo, number: Int, changedBy: String = "", changedAt: Instant = Instant(milliseconds: 0),
        order: OrderState, versions: [String: BlockVersionID], data: JSONObject, nextRelease: Instant?
    ) {
        self.page = page
        self.number = number
        self.changedBy = changedBy
        self.changedAt = changedAt
        self.order = order
        self.versions = versions
        self.data = data
        self.nextRelease = nextRelease
    }

    /// The validator of the whole page as export writes it.
    public var tag: StateTag { StateTag(hashing: Data("page\n\(page.slug)\n\(number)\n\(page.title)".utf8)) }
}
