import CLibPQ
import Foundation
import SQLStore

/// The complete result of a statement.
final class PostgreSQLResult {
    private let result: OpaquePointer
    private let pq: libpq_functions

    init(_ result: OpaquePointer, _ pq: libpq_functions) {
        self.result = result
        self.pq = pq
    }

    deinit { pq.clear(result) }

    var isEndOfPipeline: Bool { pq.result_status(result) == PGRES_PIPELINE_SYNC }

    /// The error of the statement; nil if it succeeded, or if an earlier one failed.
    var failure: PostgreSQLError? {
        guard pq.result_status(result) == PGRES_FATAL_ERROR else { return nil }
        // The letters of PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
        guard let state = field("C") else { return .lost(field("M") ?? "") }
        return .server(state: state, message: field("M") ?? "")
    }

    private func field(_ letter: Unicode.Scalar) -> String? {
        pq.error_field(result, Int32(letter.value)).map { String(cString: $0) }
    }

    var rowCount: Int { Int(pq.row_count(result)) }

    /// The number of rows that the statement changed.
    var changedRows: Int { pq.changed_rows(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    func forEachRow(_ body: (any SQLRow) throws -> Void) rethrows {
        for number in 0..<rowCount { try body(row(number)) }
    }

    func row(_ number: Int) -> PostgreSQLRow { PostgreSQLRow(result: self, number: Int32(number)) }

    fileprivate func value(_ row: Int32, _ column: Int32) -> SQLValue {
        if pq.is_null(result, row, column) == 1 { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: pq.value(result, row, column), count: Int(pq.length(result, row, column)))
        switch pq.column_type(result, column) {
        // bool, int2, int4, int8
        case 16, 21, 23, 20: return .integer(Self.integer(bytes))
        case 17: return .blob(Array(bytes))
        // text and json. No column has another type; reading a value as the wrong type throws.
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Decodes a signed integer in network byte order.
    private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        guard let first = bytes.first else { return 0 }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }
}

struct PostgreSQLRow: SQLRow {
    let result: PostgreSQLResult
    let number: Int32

    subscript(column: Int) -> SQLValue { result.value(number, Int32(column)) }
}
