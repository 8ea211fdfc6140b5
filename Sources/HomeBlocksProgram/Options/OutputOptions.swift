import ArgumentParser
import HomeBlocks

/// The form in which a command prints its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON.")
    var json = false

    /// Prints a result as JSON or text. Conflicts with the draft and with planned releases go to standard error.
    func show(_ result: CommandResult, _ words: (JSONValue) -> String) {
        for line in PropagationText.conflicts(of: result.propagated) { Terminal.complain(line) }
        let pretty = result.data.prettyEncoded
        let text = json ? String(decoding: pretty.dropLast(), as: UTF8.self) : words(result.data)
        if !text.isEmpty { Terminal.say(text) }
    }

    /// Prints a result that has a secret; as text, only the secret.
    func show(_ result: CommandResult, secret: String) {
        show(result) { $0.text(secret) }
        Terminal.complain("Store it now: it is not shown again.")
    }
}

/// The length of a list.
struct ListOptions: ParsableArguments {
    @Option(help: "The maximum number of entries, newest first.")
    var limit = 20

    private static let limits = 1...10_000

    func validate() throws {
        guard Self.limits.contains(limit) else {
            throw ValidationError(
                "--limit must be a whole number from \(Self.limits.lowerBound) to \(Self.limits.upperBound).")
        }
    }

    /// Reports that there are more elements; in JSON, the member `next` does.
    func hint(_ result: CommandResult, _ output: OutputOptions) {
        guard !output.json, !result.data.text("next").isEmpty else { return }
        Terminal.complain("There are more: use a larger --limit.")
    }
}
