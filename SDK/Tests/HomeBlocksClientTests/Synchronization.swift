import Foundation

/// A latch that suspends callers until a test opens it, and lets the test wait for callers to arrive.
actor Latch {
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watching: [(Int, CheckedContinuation<Void, Never>)] = []
    private var arrivals = 0

    func wait() async {
        arrivals += 1
        for (count, continuation) in watching where count <= arrivals { continuation.resume() }
        watching.removeAll { $0.0 <= arrivals }
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Waits until the given number of callers has arrived.
    func arrived(_ count: Int = 1) async {
        if arrivals >= count { return }
        await withCheckedContinuation { watching.append((count, $0)) }
    }
}

/// A mutable value that a test shares with a closure.
final class Box<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Sets another value and returns the previous one.
    func exchange(_ new: Value) -> Value {
        lock.withLock {
            defer { stored = new }
            return stored
        }
    }
}

extension Result where Failure == any Error {
    init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
