import GRDB

/// Why a schema was not brought up to date.
enum SchemaFailure: Error {
    /// Another program has meanwhile brought it to a version that this one does not know.
    case newer(Int32)
    /// A step, or the look at the references after the last one, failed.
    case step(String, from: Int32, to: Int32, DatabaseError)
}
