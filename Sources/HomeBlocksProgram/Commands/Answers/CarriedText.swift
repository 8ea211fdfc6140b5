import HomeBlocks

/// What a change to live met in the page's draft and in its releases to come, in words.
enum CarriedText {
    /// A line for each place where something else had been changed.
    static func conflicts(of carried: [JSONValue]) -> [String] {
        carried.flatMap { change in
            let state = change.text("to") == "draft" ? "the draft" : "release \(change.text("release"))"
            return change.list("conflicts").map { line($0, in: state) }
        }
    }

    private static func line(_ conflict: JSONValue, in state: String) -> String {
        let block = conflict.text("blockCode")
        let words = [block.isEmpty ? "the page" : block, conflict.text("pointer"), conflict.text("reason")]
        return "In \(state): " + words.filter { !$0.isEmpty }.joined(separator: " ").printable
    }
}
