/// A change of a page's live order, with everything that its transaction needs to know.
public struct Reorder: Sendable {
    public let page: String
    public let change: OrderChange
    public let precondition: Precondition
    public let actor: Actor
    /// Validate and answer what would be, but write nothing.
    public let isDryRun: Bool
    /// A retry with the same key gets the first answer.
    public let idempotency: Idempotency?
    public let requestID: String

    public init(
        page: String, change: OrderChange, precondition: Precondition = .none, actor: Actor, isDryRun: Bool = false,
        idempotency: Idempotency? = nil, requestID: String = ""
    ) {
        self.page = page
        self.change = change
        self.precondition = precondition
        self.actor = actor
        self.isDryRun = isDryRun
        self.idempotency = idempotency
        self.requestID = requestID
    }
}
