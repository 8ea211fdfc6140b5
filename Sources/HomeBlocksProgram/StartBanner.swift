import HomeBlocks
import HomeBlocksServer
import Publishing
import SQLiteStore

/// The text that `serve` prints once it listens.
struct StartBanner {
    let environment: CommandEnvironment
    /// The secret of the link that makes the first operator.
    let setUpSecret: SessionSecret?

    func show(port: Int) async throws {
        let settings = environment.configuration.server
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let scheme = settings.security == nil ? "http" : "https"
        let address = "\(scheme)://\(host):\(port)"
        var lines = [
            "listening on \(address)",
            "  page      \(address)/homepage (\(settings.defaultPage))",
            "  order     \(address)/sort",
            "  console   \(address)/admin/",
            "  database  \(environment.configuration.database)",
        ]
        if let setUpSecret {
            lines += [
                "  set up    \(address)/admin/set-up#\(setUpSecret.text)",
                "            Whoever opens this link within a day becomes the first operator. It works once.",
            ]
            if environment.store.shared != nil {
                lines.append("            Of several nodes the link of the one that was started last is valid.")
            }
        }
        if let token = try await firstToken() { lines += await instructions(token, address) }
        Terminal.say(lines.joined(separator: "\n"))
    }

    /// Makes a token for the first operator, if nobody could sign in otherwise. It is made only once the server
    /// listens: a start that fails must not use up the one time that it is shown.
    private func firstToken() async throws -> AccessToken? {
        guard !environment.configuration.hasAdminToken, !(try await environment.store.hasCredentials()) else {
            return nil
        }
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: "first start", role: .admin)
        _ = try await environment.store.create(NewCredential(token, plan: plan), RequestInfo(.program))
        return token
    }

    private func instructions(_ token: AccessToken, _ address: String) async -> [String] {
        let page = environment.configuration.server.defaultPage
        let order = (try? await environment.store.revision(page, .live))?.order.order ?? []
        var lines = ["  token     \(token.text)", "            This admin token is shown only once. Keep it."]
        if order.count >= 2 {
            lines += [
                "", "Swap the first two sections:", "",
                "curl -X POST '\(address)/sort' -H 'Authorization: Bearer \(token.text)' "
                    + "-H 'Content-Type: application/json' "
                    + "-d '{\"moves\":[{\"block\":\"\(order[1])\",\"before\":\"\(order[0])\"}]}'",
                "",
            ]
        }
        return lines
    }
}
