import Foundation

/// The file descriptors that the system gives this process: each connection takes one.
enum Descriptors {
    /// Asks for as many as there may be, and answers how many that is; nil if it cannot be told.
    static func raise() -> Int? {
        var limit = rlimit()
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0 else { return nil }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(files, &limit)
        guard getrlimit(files, &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}
