import GRDB
import Publishing
import SQLStore

@testable import SQLiteStore

extension SQLiteStore {
    /// Throws an error for issues of the file's structure.
    func checkIntegrity() async throws {
        let issues = try await engine.writer.read { try $0.structureIssues() }
        guard issues.isEmpty else { throw PublishingError.internalError(issues.joined(separator: "; ")) }
    }
}
