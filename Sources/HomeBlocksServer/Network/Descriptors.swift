import Foundation

/// The file descriptors that the system gives this process: each connection takes one.
public enum Descriptors {
    /// How many there may be; nil if it cannot be told.
    static var limit: Int? { read().map { Int(clamping: $0.rlim_cur) } }

    /// Asks for as many as there may be, and answers how many that is; nil if it cannot be told.
    public static func raise() -> Int? {
        guard var limit = read() else { return nil }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        return self.limit
    }

    #if os(Linux)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    private static func read() -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }
}
