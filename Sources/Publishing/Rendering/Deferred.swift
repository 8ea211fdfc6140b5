import Synchronization

/// A value that is computed on first use.
public final class Deferred<Value: Sendable>: Sendable {
    private enum State {
        /// Released when the value is computed, with everything that it holds.
        case pending(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    public init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.pending(make)) }

    /// The value, if it has been computed.
    public var ready: Value? {
        state.withLock { state in
            guard case .made(let value) = state else { return nil }
            return value
        }
    }

    public var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .pending(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
