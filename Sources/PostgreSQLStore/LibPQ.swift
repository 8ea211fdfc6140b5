import CLibPQ

/// libpq, which is loaded when the first PostgreSQL database is opened.
enum LibPQ {
    /// Its functions; nil if it is not installed.
    private static let functions: libpq_functions? = {
        var functions = libpq_functions()
        return libpq_load(&functions) ? functions : nil
    }()

    /// - Throws: ``PostgreSQLProblem`` if it is not installed.
    static func load() throws -> libpq_functions {
        guard let functions else { throw PostgreSQLProblem.noLibrary }
        return functions
    }
}
