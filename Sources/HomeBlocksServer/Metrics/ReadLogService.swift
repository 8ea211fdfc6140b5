import Logging
import ServiceLifecycle
import Synchronization

/// Writes a log line about the plain reads of each route every few seconds: there are too many for a line each.
final class ReadLogService: Service {
    private let tally: RequestMetrics
    private let logger: Logger
    private let reported = Mutex<[RequestMetrics.Key: RequestMetrics.Count]>([:])

    private static let interval = Duration.seconds(10)

    init(tally: RequestMetrics, logger: Logger) {
        self.tally = tally
        self.logger = logger
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                self.report()
            }
        }
        report()
    }

    /// Tells what came since the last time.
    private func report() {
        let counts = tally.plainReads
        let known = reported.withLock { reported in
            defer { reported = counts }
            return reported
        }
        for (key, count) in counts.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            let requests = count.requests - (known[key]?.requests ?? 0)
            guard requests > 0 else { continue }
            logger.info(
                "requests",
                metadata: [
                    "method": "\(key.method)", "route": "\(key.route)", "status": "\(key.status)",
                    "count": "\(requests)", "bytes": "\(count.bytes - (known[key]?.bytes ?? 0))",
                ])
        }
    }
}
