/// Who does something: for the audit log and for "changed by".
public struct Actor: Sendable, Equatable {
    /// The credential's id; retries are recognised per credential.
    public let credential: String
    /// The name that people know it by.
    public let name: String
    public let role: Role
    /// What is checked again when a change is made; nil for the program itself, the command line and the token of the
    /// environment, which the database does not know.
    public let authorization: Authorization?

    public init(credential: String, name: String, role: Role, authorization: Authorization? = nil) {
        self.credential = credential
        self.name = name
        self.role = role
        self.authorization = authorization
    }

    /// The same actor, allowed by a credential.
    public func authorized(by authorization: Authorization) -> Actor {
        Actor(credential: credential, name: name, role: role, authorization: authorization)
    }

    /// Somebody at the machine itself, with access to the file.
    public static let console = Actor(credential: "local", name: "command line", role: .admin)
    /// The program, on its first start.
    public static let program = Actor(credential: "program", name: "homeblocks", role: .admin)
}
