/// Shows on a terminal the progress of a command that takes longer than a second.
enum Progress {
    private static let step = Duration.seconds(1)
    /// Short enough for one line on any terminal, because only the last line is cleared.
    private static let width = 60

    /// Runs some work, and shows a text with the elapsed time on the last line of standard error.
    static func during<Value: Sendable>(
        _ text: String, _ work: () async throws -> Value
    ) async throws -> Value {
        guard Terminal.isErrorInteractive else { return try await work() }
        let ticks = Task { await show(text) }
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        ticks.cancel()
        // Clears the line before anything else is printed.
        await ticks.value
        return try result.get()
    }

    private static func show(_ text: String) async {
        let begin = ContinuousClock.now
        var isShown = false
        while (try? await Task.sleep(for: step)) != nil {
            isShown = true
            let seconds = begin.duration(to: .now).components.seconds
            Terminal.showProgress("\(text.shortened(to: width)) … \(seconds) s")
        }
        if isShown { Terminal.showProgress("") }
    }
}
