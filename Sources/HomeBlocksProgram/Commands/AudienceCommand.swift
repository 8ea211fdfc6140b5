import ArgumentParser
import Foundation
import HomeBlocks
import Publishing

struct AudienceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience", abstract: "Define audiences that sections use by name.",
        subcommands: [
            AudienceListCommand.self, AudienceShowCommand.self, AudienceSetCommand.self, AudienceDeleteCommand.self,
        ])
}

struct AudienceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the audiences.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let result = try await options.client().result("GET", "/api/audiences")
        options.output.show(result) { data in
            Table(
                data.list("audiences"),
                [
                    ("name", { $0.text("name") }), ("title", { $0.text("title") }),
                    ("conditions", AudienceText.conditions), ("used by", AudienceText.places),
                ]
            ).text
        }
    }
}

struct AudienceShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an audience and the sections that use it.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The audience's name.")
    var name: String

    func validate() throws { try Self.checkSlug(name, "The name") }

    func run() async throws {
        let result = try await options.client().result("GET", "/api/audiences/\(name)")
        options.output.show(result) { audience in
            let title = audience.text("title")
            let head = "\(name)\(title.isEmpty ? "" : " (\(title))"): \(AudienceText.conditions(audience))".printable
            let uses = audience.list("uses").map { use in
                let outdated = Set(use.codes("outdated"))
                let blocks = use.codes("blocks").map { outdated.contains($0) ? "\($0) (older conditions)" : $0 }
                return "  \(AudienceText.place(use)): \(blocks.joined(separator: ", "))".printable
            }
            return ([head] + (uses.isEmpty ? ["  not used"] : uses)).joined(separator: "\n")
        }
    }
}

struct AudienceSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Define an audience, or change it everywhere it is used.",
        discussion: "A change is live at once: each page that uses the audience gets a new revision.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The audience's name.")
    var name: String

    @Argument(help: "The conditions as JSON, such as '{\"platforms\":[\"ios\"]}', or - to read them.")
    var conditions: String

    @Option(help: "The display name. [the current one]")
    var title: String?

    @Flag(help: "Only show which pages would change.")
    var dryRun = false

    func validate() throws { try Self.checkSlug(name, "The name") }

    func run() async throws {
        let text = conditions == "-" ? Array(FileHandle.standardInput.readDataToEndOfFile()) : Array(conditions.utf8)
        guard let conditions = try? JSONValue(parsing: text) else {
            throw ProgramError("The conditions are not JSON, such as {\"platforms\":[\"ios\"]}.")
        }
        let client = try options.client()
        let path = "/api/audiences/\(name)"
        let known = try await client.result("GET", "/api/audiences").data.list("audiences")
            .first { $0.text("name") == name }
        var body: JSONObject = ["name": .string(name), "audience": conditions]
        if let title = title ?? known?.text("title"), !title.isEmpty { body["title"] = .string(title) }
        if known == nil {
            guard !dryRun else { return Terminal.say("\(name) would be created.") }
            let result = try await client.result("POST", "/api/audiences", body: .object(body))
            return options.output.show(result) { "\(name) is defined: \(AudienceText.conditions($0))" }
        }
        let query = dryRun ? [URLQueryItem(name: "dryRun", value: "true")] : []
        let result = try await client.result("PUT", path, query: query, body: .object(body), state: path)
        options.output.show(result) { audience in
            let states = audience.list("renewed").map(AudienceText.place)
            let change = states.isEmpty ? "no page" : states.joined(separator: ", ")
            return "\(name) \(dryRun ? "would change" : "changed"): \(change)".printable
        }
    }
}

struct AudienceDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an audience that nothing uses.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The audience's name.")
    var name: String

    @OptionGroup var removal: RemovalOptions

    func validate() throws { try Self.checkSlug(name, "The name") }

    func run() async throws {
        let path = "/api/audiences/\(name)"
        let client = try options.client()
        let agrees = try await removal.agrees(
            to: {
                let places = AudienceText.places(try await client.result("GET", path).data)
                guard places.isEmpty else { throw ProgramError("\(name) cannot be deleted: it is used in \(places).") }
                return "delete the audience \(name), which nothing uses"
            }, options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", path, state: path)
        options.output.show(result) { _ in "\(name) was deleted" }
    }
}

private enum AudienceText {
    static func conditions(_ audience: JSONValue) -> String {
        String(decoding: (audience.object?["audience"] ?? .null).encoded, as: UTF8.self)
    }

    static func places(_ audience: JSONValue) -> String {
        audience.list("uses").map(place).joined(separator: ", ")
    }

    /// A state of a page, such as `mall (draft)`.
    static func place(_ use: JSONValue) -> String {
        let release = use.text("release")
        return "\(use.text("page")) (\(use.text("state"))\(release.isEmpty ? "" : " \(release)"))"
    }
}
