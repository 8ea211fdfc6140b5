import HomeBlocks

/// The changed blocks as text.
enum ChangeText {
    private static let kinds = ["moved", "added", "removed", "changed"]

    /// A short line such as `moved A, B; added C`.
    static func summary(of changes: JSONValue) -> String {
        parts(of: changes) { listed($0) }.map { "\($0) \($1)" }.joined(separator: "; ")
    }

    /// A line for each kind of change, with all blocks.
    static func lines(of changes: JSONValue) -> [String] {
        parts(of: changes) { $0.joined(separator: ", ") }.map { "\($0): \($1)" }
    }

    private static func parts(
        of changes: JSONValue, _ words: ([String]) -> String
    ) -> [(kind: String, blocks: String)] {
        kinds.compactMap { kind in
            let codes = changes.codes(kind)
            return codes.isEmpty ? nil : (kind, words(codes))
        }
    }

    private static func listed(_ codes: [String]) -> String {
        let most = 3
        guard codes.count > most + 1 else { return codes.joined(separator: ", ") }
        return codes.prefix(most).joined(separator: ", ") + " and \(codes.count - most) more"
    }
}

/// The conflicts of a change to live with the page's draft and planned releases, as text.
enum PropagationText {
    /// Returns a line for each conflict.
    static func conflicts(of propagated: [JSONValue]) -> [String] {
        propagated.flatMap { change in
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
