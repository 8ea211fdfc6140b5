import GRDB

/// What is said of a file whose schema is not brought up to date.
extension DatabaseFile {
    func refusal(_ failure: SchemaFailure) -> DatabaseRefusal {
        switch failure {
        case .newer(let version): newer(version)
        case .step(let name, let old, let new, let error):
            switch error.resultCode {
            case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                refusal(
                    "cannot be brought from schema version \(old) to \(new): \(name): \(error.message ?? "")",
                    "It is as it was: go on with the program that it was made with, and report this.")
            default: refusal(error)
            }
        }
    }

    func newer(_ version: Int32) -> DatabaseRefusal {
        refusal(
            "has the schema version \(version), but this program only knows \(Schema.version)",
            "Start the newer program, or restore a backup; the file was not touched.")
    }
}
