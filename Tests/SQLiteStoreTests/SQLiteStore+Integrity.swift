import Publishing

@testable import SQLiteStore

extension SQLiteStore {
    /// - Throws: ``PublishingError/fault(_:)`` that says what is broken in the file.
    func checkIntegrity() async throws(PublishingError) {
        try await read { database in
            let faults = try Self.structureFaults(database)
            guard faults.isEmpty else { throw PublishingError.internalError(faults.joined(separator: "; ")) }
        }
    }
}
