import Foundation
import Testing

@testable import Publishing

@Suite(.timeLimit(.minutes(1))) struct LowPriorityThreadTests {
    /// More than the threads of Swift's and Dispatch's pools.
    private static let many = 100

    @Test func muchWorkAtOnce_keepsNeitherTasksNorQueuesWaiting() async {
        let gate = DispatchSemaphore(value: 0)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup { group in
            for _ in 0..<Self.many {
                group.addTask {
                    await LowPriorityThread.run {
                        beginning.yield()
                        gate.wait()
                    }
                }
            }
            var number = 0
            for await _ in begun {
                number += 1
                if number == Self.many { break }
            }
            // All work is running, and the queues that the database uses are free.
            let isFree = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: true) }
            }
            #expect(isFree)
            for _ in 0..<Self.many { gate.signal() }
        }
    }

    #if os(Linux)
        @Test func itsThread_hasALowerPriority() async {
            @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            let own = niceness()
            #expect(await LowPriorityThread.run { niceness() } > own)
            #expect(niceness() == own)
        }
    #endif
}
