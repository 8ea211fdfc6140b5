import ArgumentParser
import HomeBlocks

struct TakeoverListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a page's takeovers, the last to begin first.")

    @OptionGroup var options: PageOptions

    func run() async throws {
        let answer = try await options.connection().ask("GET", "takeovers")
        options.output.show(answer) { Self.table($0.array ?? []).text }
    }

    private static func table(_ takeovers: [JSONValue]) -> Table {
        Table(
            takeovers,
            [
                ("id", { $0.text("id") }), ("state", { $0.text("state") }), ("shows", { $0.text("shows") }),
                ("from", { $0.text("from") }), ("until", { $0.text("until") }), ("by", { $0.text("createdBy") }),
                ("cancelled by", { $0.text("cancelledBy") }), ("message", { $0.text("message") }),
            ])
    }
}
