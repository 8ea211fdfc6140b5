/// A request whose credential was not good enough.
public struct AccessRefusal: Sendable {
    /// The credential's id, if it has one that is known.
    public let credential: String?
    /// The name that people know it by.
    public let name: String?
    /// What was asked for, such as `POST /sort`.
    public let action: String
    public let reason: String
    public let requestID: String

    public init(credential: String?, name: String? = nil, action: String, reason: String, requestID: String) {
        self.credential = credential
        self.name = name
        self.action = action
        self.reason = reason
        self.requestID = requestID
    }
}
