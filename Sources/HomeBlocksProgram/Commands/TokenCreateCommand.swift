import ArgumentParser
import Publishing
import SQLiteStore

struct TokenCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a token; it is shown once.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "What it may do: viewer, editor, publisher or admin.")
    var role: String

    @Option(help: "What people will know it by.")
    var name: String

    @Option(help: "When it ends, such as 2027-01-31T00:00:00Z. [never]")
    var expires: String?

    func validate() throws {
        guard Role(rawValue: role) != nil else {
            throw ValidationError("--role must be one of \(Role.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard let expires else { return }
        guard let instant = Instant(rfc3339: expires) else {
            throw ValidationError("--expires must be a date and time with an offset, such as 2027-01-31T00:00:00Z.")
        }
        guard instant > PublishingClock.system.now else { throw ValidationError("--expires must be in the future.") }
    }

    func run() async throws {
        guard let role = Role(rawValue: role) else { return }
        let expiresAt = expires.flatMap(Instant.init(rfc3339:))
        let store = try await Workplace.open(try await options.load()).store
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        _ = try await store.create(token, name: name, role: role, expiresAt: expiresAt, by: .console)
        Terminal.say(token.text)
        Terminal.complain("Keep it: it is not shown again.")
    }
}
