import HomeBlocks
package import Publishing

/// A value of a parameter or a column. Instants are milliseconds, Booleans are 0 and 1.
public enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ value: (any SQLConvertible)?) { self = value?.sqlValue ?? .null }
}

/// A result that does not match the schema.
enum SQLDecodingError: Error {
    case column(Int, SQLValue)
    case noNewRow
}

/// A value that can be an argument of a statement.
protocol SQLConvertible {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLConvertible {
    var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLConvertible {
    var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLConvertible {
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLConvertible {
    var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLConvertible {
    var sqlValue: SQLValue { .blob(self) }
}

extension Instant: SQLConvertible {
    var sqlValue: SQLValue { .integer(milliseconds) }
}

extension JSONValue: SQLConvertible {
    var sqlValue: SQLValue { .text(String(decoding: encoded, as: UTF8.self)) }
}

extension SQLRow {
    func optionalID(_ column: Int) throws -> Int64? {
        switch self[column] {
        case .integer(let value): return value
        case .null: return nil
        case let other: throw SQLDecodingError.column(column, other)
        }
    }

    func optionalText(_ column: Int) throws -> String? {
        switch self[column] {
        case .text(let value): return value
        case .null: return nil
        case let other: throw SQLDecodingError.column(column, other)
        }
    }

    package func id(_ column: Int) throws -> Int64 { try require(optionalID(column), column) }
    package func int(_ column: Int) throws -> Int { Int(try id(column)) }
    func optionalInt(_ column: Int) throws -> Int? { try optionalID(column).map { Int($0) } }
    package func bool(_ column: Int) throws -> Bool { try id(column) != 0 }
    package func text(_ column: Int) throws -> String { try require(optionalText(column), column) }

    func bytes(_ column: Int) throws -> [UInt8] {
        switch self[column] {
        case .blob(let value): return value
        case .text(let value): return Array(value.utf8)
        case let other: throw SQLDecodingError.column(column, other)
        }
    }

    package func instant(_ column: Int) throws -> Instant { Instant(milliseconds: try id(column)) }
    func optionalInstant(_ column: Int) throws -> Instant? { try optionalID(column).map(Instant.init(milliseconds:)) }
    func json(_ column: Int) throws -> JSONValue { try JSONValue(parsing: text(column), limits: .stored) }

    func optionalJSON(_ column: Int) throws -> JSONValue? {
        try optionalText(column).map { try JSONValue(parsing: $0, limits: .stored) }
    }

    /// Reads the author of an action from a column, and its instant from the next one.
    func authorship(_ column: Int) throws -> Authorship {
        Authorship(by: try text(column), at: try instant(column + 1))
    }

    /// The same for an action that may not have happened.
    func optionalAuthorship(_ column: Int) throws -> Authorship? {
        try optionalText(column).map {
            Authorship(by: $0, at: try optionalInstant(column + 1) ?? .init(milliseconds: 0))
        }
    }

    // Inlined because it is called for each column of each row.
    @inline(__always) private func require<Value>(_ value: Value?, _ column: Int) throws -> Value {
        guard let value else { throw SQLDecodingError.column(column, .null) }
        return value
    }
}
