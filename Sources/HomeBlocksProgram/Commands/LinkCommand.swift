import ArgumentParser
import HomeBlocks

struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Create, list and revoke preview links of a page.",
        subcommands: [LinkListCommand.self, LinkCreateCommand.self, LinkRevokeCommand.self])
}

struct LinkListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a page's preview links, newest first.")

    @OptionGroup var options: PageOptions
    @OptionGroup var range: ListOptions

    func run() async throws {
        let result = try await options.client().list("links", "links", limit: range.limit)
        options.output.show(result) { Self.table($0.list("links")).text }
        range.hint(result, options.output)
    }

    private static func table(_ links: [JSONValue]) -> Table {
        Table(
            links,
            [
                ("id", { $0.text("id") }), ("state", { $0.text("state") }), ("shows", LinkText.target),
                ("until", { $0.text("until") }), ("by", { $0.text("createdBy") }), ("uses", { $0.text("uses") }),
                ("label", { $0.text("label") }),
            ])
    }
}

struct LinkCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a link that shows the draft without an account, and print it.",
        discussion: "The link is printed only once.")

    @OptionGroup var options: PageOptions

    @Option(help: "The revision to show instead of the draft.")
    var revision: Int?

    @Option(help: "The id of the planned release to show instead of the draft.")
    var release: Int?

    @OptionGroup var reader: ReaderOptions

    @Option(help: "When the page's conditions are evaluated. [the time of each read]")
    var at: String?

    @Option(help: "When the link expires, at most 30 days from now. [in 7 days]")
    var until: String?

    @Option(help: "What the link is for.")
    var label: String?

    @Flag(help: "Let everyone with the link approve in your name, if the page is reviewed.")
    var mayApprove = false

    @Flag(help: "Draw the link as a QR code for a phone.")
    var qr = false

    func validate() throws {
        guard revision == nil || release == nil else {
            throw ValidationError("--revision and --release cannot be combined.")
        }
        if qr, options.output.json { throw ValidationError("--qr and --json cannot be combined.") }
        if let at { try Self.checkDate(at, "--at") }
        if let until { try Self.checkDate(until, "--until") }
    }

    func run() async throws {
        var body = JSONValue.object(of: ["at": at, "until": until, "label": label]).object ?? [:]
        if mayApprove { body["mayApprove"] = true }
        body["revision"] = revision.map { JSONValue($0) }
        body["release"] = release.map { JSONValue($0) }
        let client = reader.parameters
        if !client.isEmpty { body["client"] = .object(JSONObject(client.mapValues(JSONValue.string))) }
        let result = try await options.client().result("POST", "links", body: .object(body))
        if qr { Terminal.say(Self.drawing(of: result.data.list("code").compactMap(\.string))) }
        options.output.show(result, secret: "url")
    }

    /// Draws a code with a character for each two rows, in the colours of paper: light modules are drawn.
    private static func drawing(of rows: [String]) -> String {
        let width = (rows.first?.count ?? 0) + 8
        let quiet = Array(repeating: false, count: width)
        let modules = rows.map { row in
            Array(repeating: false, count: 4) + row.map { $0 == "1" } + Array(repeating: false, count: 4)
        }
        let all = Array(repeating: quiet, count: 4) + modules + Array(repeating: quiet, count: 5)
        return stride(from: 0, to: all.count - 1, by: 2).map { row in
            String(
                zip(all[row], all[row + 1]).map { upper, lower in
                    switch (upper, lower) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }.joined(separator: "\n")
    }
}

struct LinkRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a preview link.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The link's id, which list shows.")
    var id: Int

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        let client = try await options.client()
        let agrees = try await removal.agrees(
            to: {
                let links = try await client.list("links", "links", limit: 10_000).data.list("links")
                let link = try links.first(of: String(id), "link")
                guard link.text("state") == "active" else {
                    throw ProgramError("It cannot be revoked: \(LinkText.describe(link)).")
                }
                return "revoke this link: \(LinkText.describe(link))"
            }, options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", "links/\(id)")
        options.output.show(result, LinkText.describe)
    }
}

/// A preview link as one line.
private enum LinkText {
    static func target(_ link: JSONValue) -> String {
        let (revision, release) = (link.text("revision"), link.text("release"))
        return !revision.isEmpty ? "revision \(revision)" : !release.isEmpty ? "release \(release)" : "draft"
    }

    static func describe(_ link: JSONValue) -> String {
        let label = link.text("label")
        let name = "link \(link.text("id"))\(label.isEmpty ? "" : " \"\(label)\"")"
        let shown = "to \(target(link)) of \(link.text("page"))"
        return switch link.text("state") {
        case "revoked": "\(name) \(shown) is revoked"
        case "expired": "\(name) \(shown) expired at \(link.text("until"))"
        default: "\(name) \(shown), valid until \(link.text("until"))"
        }
    }
}
