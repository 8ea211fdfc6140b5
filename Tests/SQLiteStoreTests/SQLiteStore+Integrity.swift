import GRDB
import Publishing
import SQLStore

@testable import SQLiteStore

extension SQLiteStore {
    /// Throws what is wrong with the structure of the file.
    func checkIntegrity() async throws {
        let issues = try await engine.writer.read { try $0.structureIssues() }
        guard issues.isEmpty else { throw PublishingError.internalError(issues.joined(separator: "; ")) }
    }
}
