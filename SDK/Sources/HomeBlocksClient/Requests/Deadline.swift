import Foundation

/// Ends work that takes too long.
enum Deadline {
    /// - Throws: what the work throws; `timedOut` if it is cut off.
    static func run<Value: Sendable>(
        seconds: TimeInterval, _ work: @escaping @Sendable () async throws(HomePageError) -> Value
    ) async throws(HomePageError) -> Value {
        let outcome: Result<Value, HomePageError> = await withTaskGroup(of: Result<Value, HomePageError>?.self) {
            group in
            group.addTask {
                do throws(HomePageError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                let isOver = (try? await Pause.seconds(seconds)) != nil
                return isOver ? .failure(.timedOut) : nil
            }
            defer { group.cancelAll() }
            for await outcome in group {
                if let outcome { return outcome }
            }
            return .failure(.cancelled)
        }
        return try outcome.get()
    }
}
