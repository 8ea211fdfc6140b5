import ArgumentParser
import HomeBlocks

struct ReleaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a page's releases, the last to take effect first.")

    @OptionGroup var options: PageOptions
    @OptionGroup var range: ListOptions

    func run() async throws {
        let answer = try await options.connection().list("releases", "releases", limit: range.limit)
        options.output.show(answer) { Self.table($0.list("releases")).text }
        range.hint(answer, options.output)
    }

    private static func table(_ releases: [JSONValue]) -> Table {
        Table(
            releases,
            [
                ("id", { $0.text("id") }), ("state", { $0.text("state") }), ("at", { $0.text("at") }),
                ("revision", { $0.text("revision") }), ("by", { $0.text("createdBy") }),
                ("cancelled by", { $0.text("cancelledBy") }), ("message", { $0.text("message") }),
            ])
    }
}
