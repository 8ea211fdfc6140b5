import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Closes connections that were accepted but never handled. The framework does not handle a connection that opens just
/// as the server stops listening, and deallocating it unhandled would crash the program.
struct UnhandledConnectionCloser<Base: ServerChildChannel>: ServerChildChannel {
    final class Value: ServerChildChannelValue {
        let channel: any Channel
        private let base: Base
        private let logger: Logger
        private let connection: Mutex<Base.Value?>

        fileprivate init(_ connection: Base.Value, _ base: Base, _ logger: Logger) {
            channel = connection.channel
            self.base = base
            self.logger = logger
            self.connection = Mutex(connection)
        }

        /// Returns the connection on the first call, then nil.
        fileprivate func take() -> Base.Value? {
            connection.withLock { connection in
                defer { connection = nil }
                return connection
            }
        }

        deinit {
            guard let left = take() else { return }
            left.channel.close(promise: nil)
            Task { [base, logger] in await base.handle(value: left, logger: logger) }
        }
    }

    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).map { Value($0, base, logger) }
    }

    func handle(value: Value, logger: Logger) async {
        guard let connection = value.take() else { return }
        await base.handle(value: connection, logger: logger)
    }
}
