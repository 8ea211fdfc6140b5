import HomeBlocks

/// Which blocks were changed, in words.
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
