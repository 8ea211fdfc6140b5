import ArgumentParser

struct TakeoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takeover", abstract: "Have a page show another one for some time.",
        subcommands: [TakeoverListCommand.self, TakeoverAddCommand.self, TakeoverCancelCommand.self])
}
