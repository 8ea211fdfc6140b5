import ArgumentParser
import HomeBlocks

/// How much of a long list is wanted.
struct ListOptions: ParsableArguments {
    @Option(help: "How many to list at most, from the newest.")
    var limit = 20

    private static let limits = 1...10_000

    func validate() throws {
        guard Self.limits.contains(limit) else {
            throw ValidationError(
                "--limit must be a whole number from \(Self.limits.lowerBound) to \(Self.limits.upperBound).")
        }
    }

    /// Says that there is more, so that nobody takes a part for the whole; JSON says so itself.
    func hint(_ answer: Answer, _ output: OutputOptions) {
        guard !output.json, !answer.data.text("next").isEmpty else { return }
        Terminal.complain("There are more: give a larger --limit.")
    }
}
