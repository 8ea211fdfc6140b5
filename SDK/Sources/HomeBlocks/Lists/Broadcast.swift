/// Sends a value and each change of it to any number of readers. A slow reader gets the latest.
@MainActor package final class Broadcast<Value: Sendable> {
    private var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var latest = 0

    package init() {}

    deinit {
        for reader in readers.values { reader.finish() }
    }

    /// The value now and after each change, until the reader stops or the owner is gone.
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
