import Foundation

/// Waits.
enum Pause {
    /// Waits for a number of seconds, whatever number it is: less than none is none, and no wait is longer than some years.
    static func seconds(_ seconds: TimeInterval) async throws {
        try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0)
    }
}
