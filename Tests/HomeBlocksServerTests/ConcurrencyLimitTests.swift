import Synchronization
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ConcurrencyLimitTests {
    @Test func aTaskThatIsCancelledAtAnyInstant_returnsItsPermit() async throws {
        let limit = ConcurrencyLimit(2)
        for _ in 0..<2000 {
            let tasks = (0..<4).map { _ in Task.detached { _ = try await limit.permit() } }
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
        }
        // Both permits are free again: otherwise this would wait until the time limit.
        let permits = [try await limit.permit(), try await limit.permit()]
        withExtendedLifetime(permits) {}
    }

    @Test func aWaitingTaskThatIsCancelled_ends_andThePermitIsFreeLater() async throws {
        let limit = ConcurrencyLimit(1)
        var permit: ConcurrencyLimit.Permit? = try await limit.permit()
        let cancelled = Task { _ = try await limit.permit() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(permit != nil)
        permit = nil
        _ = try await limit.permit()
    }
}
