import ArgumentParser

struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "List a page's releases, and cancel those to come.",
        subcommands: [ReleaseListCommand.self, ReleaseCancelCommand.self])
}
