import Foundation

/// What the system says of this process; nothing where it does not say it as Linux does.
struct ProcessFigures {
    var residentBytes: Int?
    var openFiles: Int?
    var mostFiles: Int?
    var cpuSeconds: Double?

    init() {
        if let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) {
            let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            residentBytes = pages.map { $0 * Int(getpagesize()) }
            openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
        }
        var limit = rlimit()
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        if getrlimit(files, &limit) == 0 { mostFiles = Int(clamping: limit.rlim_cur) }
        var usage = timespec()
        if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage) == 0 {
            cpuSeconds = Double(usage.tv_sec) + Double(usage.tv_nsec) / 1e9
        }
    }
}
