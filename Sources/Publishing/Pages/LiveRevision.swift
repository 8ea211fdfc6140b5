public import HomeBlocks

/// The revision of a page that clients get, with references to its blocks.
public struct LiveRevision: Sendable {
    public let page: PageInfo
    public let number: Int
    public let order: OrderState
    /// The version of each block.
    public let versions: [String: BlockVersionID]
    /// Page-level fields of the document that differ from the usual ones.
    public let data: JSONObject
    /// The instant of the next release that is already planned.
    public let nextRelease: Instant?

    public init(
        page: PageInfo, number: Int, order: OrderState, versions: [String: BlockVersionID], data: JSONObject,
        nextRelease: Instant?
    ) {
        self.page = page
        self.number = number
        self.order = order
        self.versions = versions
        self.data = data
        self.nextRelease = nextRelease
    }
}
