import Publishing
import Synchronization
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct RefreshableTests {
    let now = Instant(milliseconds: 0)

    @Test func concurrentReads_loadOnce() async throws {
        let loads = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            try await Task.sleep(for: .milliseconds(20))
            return loads.add(1, ordering: .relaxed).newValue
        }
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await value.value(at: self.now) } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(seen == [1])
    }

    @Test func aReadAfterAnInvalidation_neverGetsAnEarlierLoad() async throws {
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let source = Atomic(1)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            let read = source.load(ordering: .relaxed)
            if read == 1 {
                start.yield()
                for await _ in gates { break }
            }
            return read
        }
        async let early = value.value(at: now)
        // The early load has read 1 and waits at the gate.
        for await _ in starts { break }
        source.store(2, ordering: .relaxed)
        value.invalidate()
        #expect(try await value.value(at: now) == 2)
        gate.yield()
        gate.finish()
        #expect(try await early == 1)
        #expect(try await value.value(at: now) == 2)
    }

    @Test func aReadDuringARenewal_getsTheCurrentValue_andTheNewOneAfterIt() async throws {
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let loads = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            let number = loads.add(1, ordering: .relaxed).newValue
            if number > 1 { for await _ in gates { break } }
            return number
        }
        #expect(try await value.value(at: now) == 1)
        // Concurrent callers share the load after the first one's, which may have started too early for them. A late
        // caller has its own load.
        async let first = value.renew()
        while loads.load(ordering: .relaxed) < 2 { await Task.yield() }
        async let others = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 { group.addTask { await value.renew() == nil } }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(value.ready(at: now) == 1)
        #expect(try await value.value(at: now) == 1)
        gate.yield()
        #expect(await first == nil)
        #expect(value.ready(at: now).map { $0 >= 2 } == true)
        gate.yield()
        gate.finish()
        #expect(await others)
        let count = loads.load(ordering: .relaxed)
        #expect(value.ready(at: now) == count)
        #expect((3..<12).contains(count))
    }

    private final class Source: Sendable {
        let changes = Atomic(0)
        let loads = Atomic(0)
    }

    @Test func aChange_isInTheValueOnceItsRenewalReturns_evenIfManyShareALoad() async throws {
        let (source, count) = (Source(), 2000)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            source.loads.add(1, ordering: .relaxed)
            let read = source.changes.load(ordering: .sequentiallyConsistent)
            if read % 3 == 0 { await Task.yield() }
            return read
        }
        _ = try await value.value(at: now)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    let change = source.changes.add(1, ordering: .sequentiallyConsistent).newValue
                    await value.renew()
                    let ready = value.ready(at: self.now)
                    if number % 50 == 0 { value.invalidate() }
                    let read = (try? await value.value(at: self.now)) ?? 0
                    return ready.map { $0 >= change } ?? true && read >= change
                }
            }
            for await isShown in group { #expect(isShown) }
        }
        #expect(try await value.value(at: now) == count)
        #expect(source.loads.load(ordering: .relaxed) < count / 2)
    }

    /// Whether a page shows another one, and the number of changes of that one.
    private struct Shown: Sendable {
        var isShown = false
        var changes = 0
    }

    private final class ShownSource: Sendable {
        let state = Mutex(Shown())
        let loads = Atomic(0)
    }

    @Test func aChangeOfAnotherPage_reloadsAValue_onlyIfTheValueShowsIt() async throws {
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let source = ShownSource()
        let value = Refreshable<Shown, Never>(validity: { _ in .init() }) { _, _ in
            let read = source.state.withLock(\.self)
            if source.loads.add(1, ordering: .relaxed).newValue > 1 { for await _ in gates { break } }
            return read
        }
        func load(until count: Int) async { while source.loads.load(ordering: .relaxed) < count { await Task.yield() } }
        _ = try await value.value(at: now)
        #expect(await value.renew(if: \.isShown) == nil)
        #expect(source.loads.load(ordering: .relaxed) == 1)

        // The second load read the state before both changes, and does not show the other page.
        async let own = value.renew()
        await load(until: 2)
        source.state.withLock { $0.changes += 1 }
        async let other = value.renew(if: \.isShown)
        gate.yield()
        #expect(await own == nil)
        #expect(await other == nil)
        #expect(source.loads.load(ordering: .relaxed) == 2)

        // The third load is the first to show the other page, in its state before the next change.
        source.state.withLock { $0.isShown = true }
        async let third = value.renew()
        await load(until: 3)
        source.state.withLock { $0.changes += 1 }
        async let shown = value.renew(if: \.isShown)
        gate.yield()
        gate.yield()
        #expect(await third == nil)
        #expect(await shown == nil)
        #expect(source.loads.load(ordering: .relaxed) == 4)
        #expect(value.ready(at: now)?.changes == 2)
    }

    @Test func aChangeOfAnotherPage_isInTheValueThatShowsIt_onceItsRenewalReturns() async throws {
        struct Failure: Error {}
        let source = ShownSource()
        let value = Refreshable<Shown, Never>(validity: { _ in .init() }) { _, _ in
            let number = source.loads.add(1, ordering: .relaxed).newValue
            let read = source.state.withLock(\.self)
            for _ in 0..<number % 4 { await Task.yield() }
            if number % 17 == 0 { throw Failure() }
            return read
        }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<2000 {
                group.addTask {
                    if number % 3 == 0 {
                        source.state.withLock { $0.isShown.toggle() }
                        await value.renew(keeping: number % 2 == 0)
                        _ = try? await value.value(at: self.now)
                        return true
                    }
                    let changes = source.state.withLock { source in
                        source.changes += 1
                        return source.changes
                    }
                    let failure = await value.renew(keeping: number % 2 == 0, if: \.isShown)
                    // A concurrent load may finish only now.
                    for _ in 0..<number % 8 { await Task.yield() }
                    guard failure == nil, let ready = value.ready(at: self.now) else { return true }
                    return !ready.isShown || ready.changes >= changes
                }
            }
            for await isCurrent in group { #expect(isCurrent) }
        }
    }

    @Test func aFailedRenewal_dropsTheOldValue() async throws {
        struct Failure: Error {}
        let attempts = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            guard attempts.add(1, ordering: .relaxed).newValue != 2 else { throw Failure() }
            return attempts.load(ordering: .relaxed)
        }
        #expect(try await value.value(at: now) == 1)
        #expect(await value.renew() is Failure)
        #expect(value.ready(at: now) == nil)
        #expect(try await value.value(at: now) == 3)
    }

    @Test func aValueThatIsKept_staysWhenItCannotBeRenewed() async throws {
        struct Failure: Error {}
        let attempts = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            guard attempts.add(1, ordering: .relaxed).newValue != 2 else { throw Failure() }
            return attempts.load(ordering: .relaxed)
        }
        #expect(try await value.value(at: now) == 1)
        #expect(await value.renew(keeping: true) is Failure)
        #expect(value.ready(at: now) == 1)
        #expect(await value.renew(keeping: true) == nil)
        #expect(value.ready(at: now) == 3)
    }

    @Test func aValueThatWasNeverRead_isNotRenewed() async {
        let loads = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            loads.add(1, ordering: .relaxed).newValue
        }
        await value.renew()
        #expect(loads.load(ordering: .relaxed) == 0)
    }

    @Test func aFailure_isNotKept() async throws {
        struct Failure: Error {}
        let attempts = Atomic(0)
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, _ in
            guard attempts.add(1, ordering: .relaxed).newValue > 1 else { throw Failure() }
            return 7
        }
        await #expect(throws: Failure.self) { try await value.value(at: now) }
        #expect(try await value.value(at: now) == 7)
    }

    @Test func anOutdatedValue_isReloaded_fromThePreviousOne() async throws {
        let value = Refreshable<Int, Never>(validity: { .init(until: Instant(milliseconds: Int64($0))) }) {
            previous, _ in
            (previous ?? 0) + 10
        }
        #expect(try await value.value(at: Instant(milliseconds: 0)) == 10)
        #expect(try await value.value(at: Instant(milliseconds: 9)) == 10)
        #expect(try await value.value(at: Instant(milliseconds: 10)) == 20)
    }

    @Test func aLoad_knowsWhetherItFollowsAChange() async throws {
        let renewals = Mutex<[Bool]>([])
        let value = Refreshable<Int, Never>(validity: { _ in .init() }) { _, isRenewal in
            renewals.withLock { $0.append(isRenewal) }
            return 7
        }
        _ = try await value.value(at: now)
        await value.renew()
        value.invalidate()
        _ = try await value.value(at: now)
        #expect(renewals.withLock { $0 } == [false, true, false])
    }

    // MARK: Known changes

    /// A sum whose renewals wait at a gate, and the changes that its loads got.
    private final class Sum: Sendable {
        let value: Refreshable<Int, Int>
        let loads: @Sendable () -> [Int?]
        /// Lets one load continue.
        let open: @Sendable () -> Void
        let begun: AsyncStream<Void>
        let joined: AsyncStream<Void>

        init() {
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let (joined, join) = AsyncStream<Void>.makeStream()
            let (gates, gate) = AsyncStream<Void>.makeStream()
            let log = Log()
            (self.begun, self.joined) = (begun, joined)
            loads = { log.changes.withLock { $0 } }
            open = { gate.yield() }
            value = Refreshable(
                validity: { _ in .init() },
                join: { one, other in
                    defer { join.yield() }
                    return one == other ? nil : one + other
                },
                load: { previous, isRenewal, change in
                    log.changes.withLock { $0.append(change) }
                    begin.yield()
                    if isRenewal { for await _ in gates { break } }
                    return (previous ?? 0) + (change ?? 100)
                })
        }

        private final class Log: Sendable { let changes = Mutex<[Int?]>([]) }
    }

    /// Starts renewals while one with a known change is loading, then lets all of them continue.
    private func loads(after changes: [Int?], joins: Int) async throws -> [Int?] {
        let sum = Sum()
        _ = try await sum.value.value(at: now)
        var (begun, joined) = (sum.begun.makeAsyncIterator(), sum.joined.makeAsyncIterator())
        _ = await begun.next()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await sum.value.renew(after: 1) }
            _ = await begun.next()
            for change in changes { group.addTask { await sum.value.renew(after: change) } }
            for _ in 0..<joins { _ = await joined.next() }
            // More often than there are loads.
            for _ in 0...changes.count { sum.open() }
        }
        return sum.loads()
    }

    @Test func aKnownChange_isPassedToTheLoad_andOthersAreJoined() async throws {
        #expect(try await loads(after: [], joins: 0) == [nil, 1])
        #expect(try await loads(after: [2, 3], joins: 1) == [nil, 1, 5])
    }

    @Test func changesThatCannotBeJoined_areLoaded() async throws {
        #expect(try await loads(after: [2, 2], joins: 1) == [nil, 1, nil])
    }

    @Test func anUnknownChange_isLoaded_evenWithKnownOnes() async throws {
        #expect(try await loads(after: [2, nil, 3], joins: 0).dropFirst(2).contains(nil))
    }
}
