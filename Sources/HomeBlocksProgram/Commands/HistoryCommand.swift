import ArgumentParser
import Foundation
import HomeBlocks

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List a page's revisions, newest first.",
        discussion: "Without --all it lists those that are, were or will be live.")

    @OptionGroup var options: PageOptions
    @OptionGroup var range: ListOptions

    @Flag(help: "List drafts' revisions too.")
    var all = false

    func run() async throws {
        let query = all ? [] : [URLQueryItem(name: "released", value: "true")]
        let result = try await options.client()
            .list("revisions", "revisions", limit: range.limit, query: query)
        options.output.show(result) { Self.table($0.list("revisions")).text }
        range.hint(result, options.output)
    }

    private static func table(_ revisions: [JSONValue]) -> Table {
        Table(
            revisions,
            [
                ("revision", { $0.text("number") }), ("created", { $0.text("createdAt") }),
                ("by", { $0.text("createdBy") }), ("cause", { $0.text("cause") }), ("state", state),
                ("changes", { ChangeText.summary(of: $0.object?["changes"] ?? .null) }),
                ("message", { $0.text("message") }),
            ])
    }

    private static func state(of revision: JSONValue) -> String {
        ["live", "draft"].filter { revision.flag($0) }.joined(separator: ", ")
    }
}
