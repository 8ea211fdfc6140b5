import ArgumentParser
import Foundation
import HomeBlocks

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Make a page's draft live, now or later.")

    @OptionGroup var options: PageOptions

    @Option(help: "When, such as 2027-01-31T20:00:00+08:00. [now]")
    var at: String?

    @Option(help: "A message for the history.")
    var message: String?

    @Option(
        help: """
            Which changes, separated by commas: codes of sections, order for all moves, data for the page's own fields. \
            The others stay in the draft. [all]
            """)
    var only: String?

    @OptionGroup var bypass: BypassOptions

    func validate() throws {
        if let at { try Self.checkDate(at, "--at") }
        if let only { try Self.checkSelection(only) }
    }

    func run() async throws {
        var body = JSONValue.object(of: ["at": at, "message": message]).object ?? [:]
        if let only { body["only"] = .object(Self.selection(only)) }
        let result = try await options.client().bypassing(bypass)
            .result("POST", "draft/publish", body: .object(body), state: "draft/diff")
        options.output.show(result, ReleaseText.describe)
    }

    static func checkSelection(_ text: String) throws {
        guard !names(text).isEmpty else { throw ValidationError("--only must name a section, order or data.") }
    }

    static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    static func selection(_ text: String) -> JSONObject {
        var selection: JSONObject = [:]
        let blocks = names(text).filter { !["order", "data"].contains($0) }
        if !blocks.isEmpty { selection["blocks"] = .array(blocks.map { .string($0) }) }
        for name in ["order", "data"] where names(text).contains(name) { selection[name] = .bool(true) }
        return selection
    }
}

struct DiscardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Discard a page's draft.",
        discussion: "On a terminal it asks first. diff shows the draft's changes.")

    @OptionGroup var options: PageOptions

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        let client = try await options.client()
        // Read before the confirmation, so that changes that are made in the meantime are not discarded.
        let tag = try await client.tag(of: "draft/diff")
        guard try await removal.agrees(to: { try await Self.describe(client) }, options.output) else { return }
        let result = try await client.result("DELETE", "draft", match: tag)
        options.output.show(result) { draft in
            "the draft of \(draft.text("page")) was discarded; it was revision \(draft.text("revision"))"
        }
    }

    private static func describe(_ client: OperatorClient) async throws -> String {
        let difference = try await client.result("GET", "draft/diff").data
        let page = difference.text("page")
        guard let draft = difference.object?["draft"], draft != .null else {
            throw ProgramError("\(page) has no draft.")
        }
        let count = difference.list("blocks").count
        let sections = count == 1 ? "1 section" : "\(count) sections"
        return "discard the draft of \(page), revision \(draft.text("revision")): changes to \(sections)"
    }
}
