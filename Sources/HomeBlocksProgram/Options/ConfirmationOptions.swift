import ArgumentParser

/// Asks before something is removed for good. Scripts, whose standard input is not a terminal, are not asked.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask.")
    var yes = false

    /// Whether the question is asked.
    var isNeeded: Bool { !yes && Terminal.isInputInteractive }

    /// Asks, if that is needed.
    ///
    /// - Returns: whether to go on. If not, it has said that nothing was changed.
    func confirm(_ question: String) -> Bool {
        if !isNeeded || Terminal.ask("This cannot be undone. \(question)") { return true }
        Terminal.say("Nothing was changed.")
        return false
    }
}
