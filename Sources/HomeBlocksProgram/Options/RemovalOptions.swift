import ArgumentParser
import HomeBlocks

/// Options of commands that delete something permanently. They ask for confirmation only if standard input is a
/// terminal.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Show what would be removed, without changing anything.")
    var dryRun = false

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Whether the command first shows what it would remove.
    var isPreviewed: Bool { dryRun || !yes && Terminal.isInputInteractive }

    /// Prints what a dry run would remove; on a terminal, asks for confirmation.
    ///
    /// - Parameter removal: describes the removal, such as "delete mall with its history".
    /// - Returns: whether to do it.
    func agrees(to removal: () async throws -> String, _ output: OutputOptions) async throws -> Bool {
        guard isPreviewed else { return true }
        let removal = try await removal().printable
        guard dryRun else { return confirm("\(removal.prefix(1).uppercased())\(removal.dropFirst())?") }
        let result = CommandResult(["dryRun": true, "would": .string(removal)])
        output.show(result) { _ in "This would \(removal). Nothing was changed." }
        return false
    }

    /// Asks for confirmation on a terminal. Standard output is only for the result.
    ///
    /// - Returns: whether to continue. If not, it has reported that nothing was changed.
    func confirm(_ question: String) -> Bool {
        if yes || !Terminal.isInputInteractive || Terminal.ask("This cannot be undone. \(question)") { return true }
        Terminal.complain("Nothing was changed.")
        return false
    }
}
