import HomeBlocks

/// Rows in columns that line up, below a line of titles. A column without any cell is left out.
struct Table {
    private let columns: [[String]]

    init(_ rows: [JSONValue], _ columns: [(title: String, cell: (JSONValue) -> String)]) {
        let cells = columns.map { column in (column.title, rows.map { column.cell($0).printable }) }
        self.columns = cells.filter { !$0.1.allSatisfy(\.isEmpty) }.map { [$0.0] + $0.1 }
    }

    /// Nothing at all if there is no row.
    var text: String {
        let padded = columns.map { cells in
            let width = cells.map(\.terminalWidth).max() ?? 0
            return cells.map { $0 + String(repeating: " ", count: width - $0.terminalWidth) }
        }
        let lines = (columns.first ?? []).indices.map { row in
            Self.trimmed(padded.map { $0[row] }.joined(separator: "  "))
        }
        return lines.joined(separator: "\n")
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
