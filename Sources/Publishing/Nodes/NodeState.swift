public import Foundation
import Synchronization

/// A program that serves the pages of a database which it shares with others, and what it knows of that database.
public final class NodeState: Sendable {
    /// Another id at each start.
    public let id = UUID()
    /// The id as the database writes it.
    public var idText: String { id.uuidString.lowercased() }
    /// The name of its machine.
    public let name: String

    private struct State {
        var lease: NodeLease
        var peers: [NodeRecord] = []
        var problem: String?
    }

    private let state: Mutex<State>
    // What every read needs, without a lock.
    private let currentUntil: Atomic<Int64>
    private let offset: Atomic<Int64>

    private let usesSystemClock: Bool

    /// - Parameter usesSystemClock: whether reads go by the system's clock instead of the database's.
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

    /// The database's time, by the monotonic clock of this machine.
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

    /// Since when reads may have missed changes, in milliseconds.
    public var leaseAge: Int64 {
        max(0, MonotonicInstant.now.milliseconds - currentUntil.load(ordering: .relaxed))
    }

    /// - Throws: ``PublishingError/unavailable(_:)`` if the lease is not fresh.
    public func checkLease() throws(PublishingError) {
        if staleSeconds != nil { throw .unavailable(.unconfirmed) }
    }

    // MARK: For people

    /// How far the clock of this machine is ahead of the database's, in milliseconds.
    public var clockOffset: Int64 {
        Instant.system.milliseconds - MonotonicInstant.now.milliseconds - offset.load(ordering: .relaxed)
    }

    /// All nodes that the database knew when this one last asked, itself included.
    public var peers: [NodeRecord] { state.withLock { $0.peers } }

    /// Why the database could not be followed the last time that it could not; nil if it always could.
    public var problem: String? { state.withLock { $0.problem } }

    // MARK: For the store

    /// Changes what is known.
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
