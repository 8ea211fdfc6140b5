/// A stored revision of a page, with its order. Its tree has the blocks and the page-level fields.
public struct StoredRevision: Sendable, Equatable {
    public let number: Int
    public let parent: Int?
    /// The id of the stored order; negative if a change adds it.
    public let orderID: Int64
    /// The id of the stored tree; negative if a change adds it.
    public let treeID: Int64
    public let cause: String
    public let message: String
    public let order: OrderState
    public let created: Authorship
    /// The record of the release that made it live, if it was loaded as the live one.
    public let release: Int64?

    public init(
        number: Int, parent: Int?, orderID: Int64, treeID: Int64, cause: String, message: String, order: OrderState,
        created: Authorship, release: Int64? = nil
    ) {
        self.number = number
        self.parent = parent
        self.orderID = orderID
        self.treeID = treeID
        self.cause = cause
        self.message = message
        self.order = order
        self.created = created
        self.release = release
    }

    public func identity(of page: PageInfo) -> RevisionIdentity {
        RevisionIdentity(page: page, number: number, changed: created, release: release)
    }

    /// The same revision, as made live by a release.
    func released(by record: Int64) -> StoredRevision {
        StoredRevision(
            number: number, parent: parent, orderID: orderID, treeID: treeID, cause: cause, message: message,
            order: order, created: created, release: record)
    }
}
