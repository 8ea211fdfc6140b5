import HomeBlocks

/// Rows in aligned columns, below a header line. A column without any text is left out.
struct Table {
    private let columns: [[String]]

    init(_ rows: [JSONValue], _ columns: [(title: String, cell: (JSONValue) -> String)]) {
        let cells = columns.map { column in (column.title, rows.map { column.cell($0).printable }) }
        self.columns = cells.filter { !$0.1.allSatisfy(\.isEmpty) }.map { [$0.0] + $0.1 }
    }

    /// The lines of the table; empty if there are no rows.
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

/// Members of responses, read leniently: missing ones are empty.
extension JSONValue {
    func text(_ name: String) -> String {
        switch object?[name] {
        case .string(let text): text
        case .number(let number): number.text
        case nil, .null, .bool, .array, .object: ""
        }
    }

    func flag(_ name: String) -> Bool { object?[name]?.bool ?? false }

    func list(_ name: String) -> [JSONValue] { object?[name]?.array ?? [] }

    func codes(_ name: String) -> [String] { list(name).compactMap(\.string) }

    /// Returns an object with the texts that are not nil.
    static func object(of texts: [String: String?]) -> JSONValue {
        .object(JSONObject(texts.compactMapValues { text in text.map { JSONValue.string($0) } }))
    }
}

extension [JSONValue] {
    /// Returns the element with an id, except a revoked credential.
    ///
    /// - Parameter kind: the kind of the elements, for the error.
    func first(of id: String, _ kind: String) throws -> JSONValue {
        guard let found = first(where: { $0.text("id") == id && $0.text("revokedAt").isEmpty }) else {
            throw ProgramError("There is no \(kind) \(id).")
        }
        return found
    }
}
