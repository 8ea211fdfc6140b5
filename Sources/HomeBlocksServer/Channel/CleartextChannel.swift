import HummingbirdCore
import Logging
import NIOCore

/// Connections in the clear: HTTP/1.1.
struct CleartextChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let http1: HTTP1Channel
    let limits: ServerLimits
    let connections: ConnectionLimit

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.limitStalls(.seconds(Int64(limits.writeTimeout)))
        let refusal = connections.enter(channel)
        return http1.setup(channel: channel, logger: logger).map { value in
            if let refusal {
                let guardian = try? channel.pipeline.syncOperations.handler(type: HTTP1PolicyHandler.self)
                guardian?.refuse(Problem(refusal))
            }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await http1.handle(value: value, logger: logger) }
}
