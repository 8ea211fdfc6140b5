public import Foundation
import Synchronization

/// The state of this program as one of several nodes of a database.
public final class NodeState: Sendable {
    /// An id that is new at each start.
    public let id = UUID()
    /// The id's text in the database.
    public var idText: String { id.uuidString.lowercased() }
    /// The name of this machine.
    public let name: String

    private struct State {
        var lease: NodeLease
        var peers: [NodeRecord] = []
        var problem: String?
    }

    private let state: Mutex<State>
    // Copies of the lease's values for reads, which do not lock.
    private let currentUntil: Atomic<Int64>
    private let offset: Atomic<Int64>

    private let usesSystemClock: Bool

    /// - Parameter usesSystemClock: whether reads use the system's clock instead of the database's.
    public init(
        name: String, usesSystemClock: Bool = false, now: MonotonicInstant = .now, time: Instant = .system
    ) {
        self.name = name
        self.usesSystemClock = usesSystemClock
        let lease = NodeLease(at: now, time: time)
        state = Mutex(State(lease: lease))
        currentUntil = Atomic(lease.currentUntil.milliseconds)
        offset = Atomic(lease.offset)
    }

    // MARK: For reads

    /// The database's time, derived from this machine's monotonic clock.
    public var clock: PublishingClock {
        if usesSystemClock { return .system }
        return PublishingClock {
            Instant(milliseconds: MonotonicInstant.now.milliseconds + self.offset.load(ordering: .relaxed))
        }
    }

    /// For how many whole seconds reads may have missed changes; nil while the node's lease is fresh.
    public var staleSeconds: Int? {
        let age = leaseAge
        return age < NodeLease.lifetime ? nil : Int(age / 1000)
    }

    /// For how long reads may have missed changes, in milliseconds.
    public var leaseAge: Int64 {
        max(0, MonotonicInstant.now.milliseconds - currentUntil.load(ordering: .relaxed))
    }

    /// - Throws: ``PublishingError/unavailable(_:)`` if the lease is not fresh.
    public func checkLease() throws(PublishingError) {
        if staleSeconds != nil { throw .unavailable(.unconfirmed) }
    }

    // MARK: For monitoring

    /// How far the clock of this machine is ahead of the database's, in milliseconds.
    public var clockOffset: Int64 {
        Instant.system.milliseconds - MonotonicInstant.now.milliseconds - offset.load(ordering: .relaxed)
    }

    /// All nodes in the database when they were last read, including this one.
    public var peers: [NodeRecord] { state.withLock { $0.peers } }

    /// Why the node last failed to follow the database; nil if it never did.
    public var problem: String? { state.withLock { $0.problem } }

    // MARK: For the store

    /// Updates the lease.
    public func update(_ change: (inout NodeLease) -> Void) {
        state.withLock { state in
            change(&state.lease)
            currentUntil.store(state.lease.currentUntil.milliseconds, ordering: .relaxed)
            offset.store(state.lease.offset, ordering: .relaxed)
        }
    }

    public func setProblem(_ problem: String) { state.withLock { $0.problem = problem } }

    public func setPeers(_ peers: [NodeRecord]) { state.withLock { $0.peers = peers } }
}
