/// Suggests a known name for a mistyped one.
enum Suggestion {
    /// A sentence with the closest name; nil if none is close.
    ///
    /// - Parameter prefix: the start that all names share.
    static func sentence(for typed: String, among names: some Sequence<String>, after prefix: String = "") -> String? {
        let most = max(1, (typed.count - prefix.count) / 4)
        let near = names.map { (name: $0, distance: distance(Array(typed), Array($0))) }.filter { $0.distance <= most }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }.map { "Did you mean \($0.name)?" }
    }

    /// The number of letters to add, remove, replace, or swap with their neighbour.
    ///
    /// Source: the restricted distance of Damerau and Levenshtein (optimal string alignment).
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for i in 1..<max(one.count + 1, 1) {
            var row = [i]
            for j in 1..<max(other.count + 1, 1) {
                let isSame = one[i - 1] == other[j - 1]
                var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
                    least = min(least, rows[i - 2][j - 2] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
