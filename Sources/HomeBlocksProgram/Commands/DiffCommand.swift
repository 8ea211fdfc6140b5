import ArgumentParser
import HomeBlocks

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what publishing a page's draft would change.")

    @OptionGroup var options: PageOptions

    func run() async throws {
        let answer = try await options.connection().ask("GET", "draft/diff")
        options.output.show(answer) { DifferenceText(difference: $0).text }
    }
}
