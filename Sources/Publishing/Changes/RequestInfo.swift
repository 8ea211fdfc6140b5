/// Who asks for a change, under which conditions: what every change carries besides itself.
public struct RequestInfo: Sendable {
    public let actor: Actor
    public let precondition: Precondition
    /// A retry with the same key gets the first answer.
    public let idempotency: Idempotency?
    public let requestID: String

    public init(
        _ actor: Actor, precondition: Precondition = .none, idempotency: Idempotency? = nil, requestID: String = ""
    ) {
        self.actor = actor
        self.precondition = precondition
        self.idempotency = idempotency
        self.requestID = requestID
    }
}
