import Foundation

/// Runs work that keeps a processor busy for long on a thread of its own, after the threads that answer requests: the
/// queues and the pool that these share stay free.
enum LowPriorityThread {
    /// What `nice` takes from a thread's share of the processors.
    private static let niceness: Int32 = 5
    private static let stackSize = 512 << 10

    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                #if os(Linux)
                    // On Linux a thread has a priority of its own, and 0 is the calling one.
                    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
                #endif
                continuation.resume(returning: work())
            }
            thread.qualityOfService = .utility
            thread.stackSize = stackSize
            thread.start()
        }
    }
}
