import Publishing
import Synchronization

/// Limits sign-in attempts within 15 minutes: for each name from each address, from each address, and for each name.
/// Attempts over a limit are refused whether or not the password is right, with one exception.
///
/// Over an address's limit, the first attempt for each name is still checked: many people may share an address, and
/// those who have not failed must be able to sign in. A wrong password gets the same refusal as any other attempt over
/// the limit. The limit for each name is not raised.
final class SignInLimit: Sendable {
    private enum Key: Hashable {
        case pair(name: [UInt8], address: [UInt8]?)
        case address([UInt8]?)
        /// Attempts from an address over its limit.
        case beyond([UInt8]?)
        // Bytes, as the store compares names: `String` compares canonical equivalents as equal.
        case name([UInt8])

        /// The parts of the key that all nodes share.
        fileprivate var parts: [[UInt8]?] {
            switch self {
            case .pair(let name, let address): [name, address]
            case .address(let address): [nil, address]
            case .beyond(let address): [nil, nil, address]
            case .name(let name): [name]
            }
        }
    }

    /// A key and its maximum number of attempts.
    private struct Count {
        let key: Key
        let limit: Int

        var shared: AttemptKey { AttemptKey("sign-in", key.parts, limit: limit, seconds: SignInLimit.seconds) }
    }

    private struct Window {
        var end: Instant
        var count = 0
    }

    private struct State {
        var windows: [Key: Window] = [:]
        var nextSweep = Instant(milliseconds: 0)
    }

    /// The number of stored keys.
    var keyCount: Int { state.withLock { $0.windows.count } }

    fileprivate static let seconds = 900
    private static let secondsBetweenSweeps = AttemptKey.fullSeconds
    private static let maximumKeys = AttemptKey.maximumKeys

    private let state = Mutex(State())

    // MARK: Across all nodes

    /// Counts an attempt, in a cluster across all nodes.
    ///
    /// - Parameter beyond: whether the attempt is exempt from its address's limit.
    /// - Returns: the seconds until the next attempt is allowed; nil if this one is.
    func enter(
        _ name: String, _ address: IPAddress?, beyond: Bool = false, _ shared: (any SharedStore)?, at now: Instant
    ) async throws(PublishingError) -> Int? {
        guard let shared else { return enter(name, address, beyond: beyond, at: now) }
        return try await shared.countAttempt(Self.counts(name, address, beyond).map(\.shared))
    }

    /// Resets the attempts from an address for a name after a successful sign-in. Failures are ignored.
    func succeed(_ name: String, _ address: IPAddress?, beyond: Bool = false, _ shared: (any SharedStore)?) async {
        guard let shared else { return succeed(name, address, beyond: beyond) }
        let keys = Self.counts(name, address, beyond).map(\.shared)
        try? await shared.decrementAttempts(keys, resetting: keys[0])
    }

    /// Takes back the count of an attempt that could not be checked. Failures are ignored.
    func leave(_ name: String, _ address: IPAddress?, beyond: Bool = false, _ shared: (any SharedStore)?) async {
        guard let shared else { return leave(name, address, beyond: beyond) }
        try? await shared.decrementAttempts(Self.counts(name, address, beyond).map(\.shared), resetting: nil)
    }

    // MARK: On this node

    /// Counts an attempt on this node.
    ///
    /// - Parameter beyond: whether the attempt is exempt from its address's limit.
    /// - Returns: the seconds until the next attempt is allowed; nil if this one is.
    func enter(_ name: String, _ address: IPAddress?, beyond: Bool = false, at now: Instant) -> Int? {
        let counts = Self.counts(name, address, beyond)
        return state.withLock { state in
            let full = counts.compactMap { count -> Instant? in
                guard let window = state.windows[count.key], now < window.end, window.count >= count.limit else {
                    return nil
                }
                return window.end
            }
            if let last = full.max() { return max(1, Int((last.milliseconds - now.milliseconds + 999) / 1000)) }
            guard Self.hasRoom(&state, for: counts.map(\.key), at: now) else { return Self.secondsBetweenSweeps }
            for key in counts.map(\.key) {
                var window = state.windows[key] ?? Window(end: now)
                if now >= window.end { window = Window(end: now.adding(seconds: Self.seconds)) }
                window.count += 1
                state.windows[key] = window
            }
            return nil
        }
    }

    /// Whether there is room for more keys. That many addresses at once indicate an attack, so new ones have to wait.
    private static func hasRoom(_ state: inout State, for keys: [Key], at now: Instant) -> Bool {
        guard state.windows.count + keys.count > maximumKeys else { return true }
        if now >= state.nextSweep {
            state.windows = state.windows.filter { now < $0.value.end }
            state.nextSweep = now.adding(seconds: secondsBetweenSweeps)
        }
        return state.windows.count + keys.count <= maximumKeys || keys.allSatisfy { state.windows[$0] != nil }
    }

    /// Resets the attempts from an address for a name after a successful sign-in.
    func succeed(_ name: String, _ address: IPAddress?, beyond: Bool = false) {
        leave(name, address, beyond: beyond)
        state.withLock { $0.windows[.pair(name: Array(name.utf8), address: address?.subscriber)] = nil }
    }

    /// Takes back the count of an attempt that could not be checked.
    func leave(_ name: String, _ address: IPAddress?, beyond: Bool = false) {
        state.withLock { state in
            for key in Self.counts(name, address, beyond).map(\.key) {
                guard let count = state.windows[key]?.count else { continue }
                if count > 1 { state.windows[key]?.count = count - 1 } else { state.windows[key] = nil }
            }
        }
    }

    /// Returns the keys and limits of an attempt. The first is for the name and address together. The limit for a name
    /// is high, so that others cannot lock an operator out.
    private static func counts(_ name: String, _ address: IPAddress?, _ beyond: Bool) -> [Count] {
        let address = address?.subscriber
        let name = Array(name.utf8)
        return [
            Count(key: .pair(name: name, address: address), limit: beyond ? 1 : 5),
            beyond ? Count(key: .beyond(address), limit: 100) : Count(key: .address(address), limit: 30),
            Count(key: .name(name), limit: 100),
        ]
    }
}
