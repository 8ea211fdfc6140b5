import HomeBlocks
import HomeBlocksServer
import Logging
import Publishing
import SQLiteStore

/// The output of `serve` once it listens: lines of text, or with JSON logs one event, which no log level suppresses. It
/// goes to standard output, because it may contain the secrets of a first start, which must not be in the log.
struct StartBanner {
    let environment: CommandEnvironment
    /// The secret of the link that creates the first operator.
    let setUpSecret: SessionSecret?

    func show(port: Int) async throws {
        let settings = environment.configuration.server
        let address = Self.address(settings, port: port)
        let lines = Lines(
            address: address, root: settings.publicURL ?? address, page: settings.defaultPage,
            database: "\(environment.configuration.database)", isOneOfSeveral: environment.store.shared != nil,
            setUpSecret: setUpSecret?.text, token: try await firstToken()?.text)
        switch environment.configuration.logFormat {
        case .text: Terminal.say((lines.text + (await example(lines))).joined(separator: "\n"))
        case .json: Terminal.say(JSONLogHandler.line("listening", .notice, label: "homeblocks", lines.metadata))
        }
    }

    /// The address at which a browser on this machine can open the server. `0.0.0.0` and `::` mean all addresses, and
    /// browsers do not open them.
    static func address(_ settings: ServerSettings, port: Int) -> String {
        let host =
            switch settings.host {
            case "0.0.0.0", "::": "localhost"
            case let host where host.contains(":"): "[\(host)]"
            case let host: host
            }
        return "\(settings.security == nil ? "http" : "https")://\(host):\(port)"
    }

    /// Creates a token for the first operator, if nobody could sign in otherwise. It is created only once the server
    /// listens, because it is shown only once, and a failed start must not use that up.
    private func firstToken() async throws -> AccessToken? {
        guard !environment.configuration.hasAdminToken, !(try await environment.store.hasCredentials()) else {
            return nil
        }
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: "first start", Rights(.admin))
        _ = try await environment.store.create(NewCredential(token, plan: plan), ChangeContext(.program))
        return token
    }

    /// A sample change for trying the new token.
    private func example(_ lines: Lines) async -> [String] {
        guard let token = lines.token else { return [] }
        let order = (try? await environment.store.revision(lines.page, .live))?.order.order ?? []
        guard order.count >= 2 else { return [] }
        return [
            "", "Swap the first two sections:", "",
            "curl -X POST '\(lines.root)/sort' -H 'Authorization: Bearer \(token)' "
                + "-H 'Content-Type: application/json' "
                + "-d '{\"moves\":[{\"block\":\"\(order[1])\",\"before\":\"\(order[0])\"}]}'",
            "",
        ]
    }
}

extension StartBanner {
    /// The content of the banner, in both forms.
    private struct Lines {
        let address: String
        /// The base URL: the public one, if it is set.
        let root: String
        let page: String
        let database: String
        /// Whether other nodes may serve the same database.
        let isOneOfSeveral: Bool
        let setUpSecret: String?
        let token: String?

        private var setUpLink: String? { setUpSecret.map { "\(root)/admin/set-up#\($0)" } }

        var text: [String] {
            var lines = [
                "listening on \(address)",
                "  page      \(root)/homepage (\(page))",
                "  order     \(root)/sort",
                "  console   \(root)/admin/",
                "  database  \(database)",
            ]
            if let setUpLink {
                lines += [
                    "  set up    \(setUpLink)",
                    "            Anyone who opens this link within a day becomes the first operator. It works once.",
                ]
                if isOneOfSeveral {
                    lines.append("            With several nodes, only the link of the last one started is valid.")
                }
            }
            if let token {
                let id = token.split(separator: "_").dropFirst().first ?? ""
                lines += [
                    "  token     \(token)",
                    "            This admin token is shown only once, and anyone who can read this output can use it. Replace it with:",
                    "            homeblocks token create --role admin --name YOU --replaces \(id)",
                ]
            }
            return lines
        }

        var metadata: Logger.Metadata {
            var fields: Logger.Metadata = [
                "address": "\(address)", "page": "\(root)/homepage", "order": "\(root)/sort",
                "console": "\(root)/admin/", "database": "\(database)",
            ]
            if let setUpLink { fields["setUpLink"] = "\(setUpLink)" }
            if let token { fields["adminToken"] = "\(token)" }
            return fields
        }
    }
}
