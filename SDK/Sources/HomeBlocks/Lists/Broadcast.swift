/// Sends a value and each of its changes to any number of subscribers. A slow subscriber only gets the latest value.
@MainActor package final class Broadcast<Value: Sendable> {
    private var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var latest = 0

    package init() {}

    deinit {
        for reader in readers.values { reader.finish() }
    }

    /// Returns a stream of the current value and of each change, until the subscriber stops or the owner is
    /// deallocated.
    package func stream(from value: Value) -> AsyncStream<Value> {
        latest += 1
        let reader = latest
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield(value)
            readers[reader] = continuation
            continuation.onTermination = { [weak self] _ in
                Task { @MainActor in self?.readers[reader] = nil }
            }
        }
    }

    package func send(_ value: Value) {
        for reader in readers.values { reader.yield(value) }
    }
}
