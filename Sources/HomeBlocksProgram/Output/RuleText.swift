import HomeBlocks

/// The times and audiences of a page's sections and cards as text, in the operators' view.
enum RuleText {
    /// Returns a line for each block and each card that is not always shown to everyone.
    static func lines(of blocks: [JSONValue]) -> [String] {
        blocks.flatMap { block -> [String] in
            let code = block.text("blockCode")
            let cards = block.object?["cards"]?.object?.sortedByName ?? []
            return [line(code, block)].compactMap(\.self)
                + cards.compactMap { id, rule in line("\(code), card \(id)", rule) }
        }
    }

    private static func line(_ name: String, _ rule: JSONValue) -> String? {
        let instants = ["from", "until"].compactMap { name in
            rule.object?[name]?.string.map { "\(name) \($0)" }
        }
        let audience: JSONValue = rule.object?["audience"] ?? .null
        var parts = (rule.object?["enabled"] == false ? ["hidden"] : []) + instants
        if audience != .null { parts.append("to " + String(decoding: audience.encoded, as: UTF8.self)) }
        return parts.isEmpty ? nil : "\(name): \(parts.joined(separator: ", "))".printable
    }
}
