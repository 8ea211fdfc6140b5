import Foundation

/// What the system says of this process; nothing where it does not say it as Linux does.
struct ProcessMetrics {
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
        mostFiles = Descriptors.limit
        var usage = timespec()
        if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage) == 0 {
            cpuSeconds = Double(usage.tv_sec) + Double(usage.tv_nsec) / 1e9
        }
    }
}
