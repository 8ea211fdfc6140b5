import Publishing
import Synchronization

/// Limits attempts to sign in within a quarter of an hour: of one address for one name, of one address, and for one
/// name. Attempts over a limit are refused, whether the password is right or not.
final class SignInLimit: Sendable {
    private enum Key: Hashable {
        case pair(name: [UInt8], address: [UInt8]?)
        case address([UInt8]?)
        // Bytes, as the store compares names: `String` compares canonical equivalents as equal.
        case name([UInt8])

        /// The limit for a name is high: others must not be able to lock an operator out.
        var limit: Int {
            switch self {
            case .pair: 5
            case .address: 30
            case .name: 100
            }
        }

        /// The key under which all nodes count.
        var shared: AttemptKey {
            let parts: [[UInt8]?] =
                switch self {
                case .pair(let name, let address): [name, address]
                case .address(let address): [nil, address]
                case .name(let name): [name]
                }
            return AttemptKey("sign-in", parts, limit: limit, seconds: SignInLimit.seconds)
        }
    }

    private struct Window {
        var end: Instant
        var count = 0
    }

    private struct State {
        var windows: [Key: Window] = [:]
        var nextSweep = Instant(milliseconds: 0)
    }

    /// How many keys are stored now.
    var keyCount: Int { state.withLock { $0.windows.count } }

    fileprivate static let seconds = 900
    private static let secondsBetweenSweeps = AttemptKey.fullSeconds
    private static let maxKeys = AttemptKey.mostKeys

    private let state = Mutex(State())

    // MARK: Of all nodes

    /// Counts an attempt, of all nodes together where there are several.
    ///
    /// - Returns: the seconds until the next attempt is allowed; nil if this one is.
    func enter(
        _ name: String, _ address: IPAddress?, _ shared: (any SharedStore)?, at now: Instant
    ) async throws(PublishingError) -> Int? {
        guard let shared else { return enter(name, address, at: now) }
        return try await shared.countAttempt(Self.keys(name, address).map(\.shared))
    }

    /// Resets the attempts of an address for a name, after a successful one. A failure to do so does not matter.
    func succeed(_ name: String, _ address: IPAddress?, _ shared: (any SharedStore)?) async {
        guard let shared else { return succeed(name, address) }
        let keys = Self.keys(name, address).map(\.shared)
        try? await shared.uncountAttempt(keys, resetting: keys[0])
    }

    /// Uncounts an attempt that could not be checked. A failure to do so does not matter.
    func leave(_ name: String, _ address: IPAddress?, _ shared: (any SharedStore)?) async {
        guard let shared else { return leave(name, address) }
        try? await shared.uncountAttempt(Self.keys(name, address).map(\.shared), resetting: nil)
    }

    // MARK: Of this process

    /// Counts an attempt.
    ///
    /// - Returns: the seconds until the next attempt is allowed; nil if this one is.
    func enter(_ name: String, _ address: IPAddress?, at now: Instant) -> Int? {
        let keys = Self.keys(name, address)
        return state.withLock { state in
            let full = keys.compactMap { key -> Instant? in
                guard let window = state.windows[key], now < window.end, window.count >= key.limit else { return nil }
                return window.end
            }
            if let last = full.max() { return max(1, Int((last.milliseconds - now.milliseconds + 999) / 1000)) }
            guard Self.hasRoom(&state, for: keys, at: now) else { return Self.secondsBetweenSweeps }
            for key in keys {
                var window = state.windows[key] ?? Window(end: now)
                if now >= window.end { window = Window(end: now.adding(seconds: Self.seconds)) }
                window.count += 1
                state.windows[key] = window
            }
            return nil
        }
    }

    /// Whether there is room for more keys. So many addresses at once are an attack: new ones have to wait.
    private static func hasRoom(_ state: inout State, for keys: [Key], at now: Instant) -> Bool {
        guard state.windows.count + keys.count > maxKeys else { return true }
        if now >= state.nextSweep {
            state.windows = state.windows.filter { now < $0.value.end }
            state.nextSweep = now.adding(seconds: secondsBetweenSweeps)
        }
        return state.windows.count + keys.count <= maxKeys || keys.allSatisfy { state.windows[$0] != nil }
    }

    /// Resets the attempts of an address for a name, after a successful one.
    func succeed(_ name: String, _ address: IPAddress?) {
        leave(name, address)
        state.withLock { $0.windows[.pair(name: Array(name.utf8), address: address?.subscriber)] = nil }
    }

    /// Uncounts an attempt that could not be checked.
    func leave(_ name: String, _ address: IPAddress?) {
        state.withLock { state in
            for key in Self.keys(name, address) {
                guard let count = state.windows[key]?.count else { continue }
                if count > 1 { state.windows[key]?.count = count - 1 } else { state.windows[key] = nil }
            }
        }
    }

    private static func keys(_ name: String, _ address: IPAddress?) -> [Key] {
        let address = address?.subscriber
        let name = Array(name.utf8)
        return [.pair(name: name, address: address), .address(address), .name(name)]
    }
}
