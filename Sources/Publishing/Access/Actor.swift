/// Who does something: for the audit log and for "changed by".
public struct Actor: Sendable, Equatable {
    /// The credential's id; retries are recognised per credential.
    public let credential: String
    /// The name that people know it by.
    public let name: String
    public let role: Role

    public init(credential: String, name: String, role: Role) {
        self.credential = credential
        self.name = name
        self.role = role
    }

    /// Somebody at the machine itself, with access to the file.
    public static let console = Actor(credential: "local", name: "command line", role: .admin)
    /// The program, on its first start.
    public static let program = Actor(credential: "program", name: "homeblocks", role: .admin)
}
