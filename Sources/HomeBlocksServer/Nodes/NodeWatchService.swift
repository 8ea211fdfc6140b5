import Logging
import Publishing
import ServiceLifecycle

/// Logs problems of this node, and of other nodes with the same database, once each time a problem starts.
struct NodeWatchService: NamedService {
    let node: NodeState?
    let layouts: CurrentLayouts
    let logger: Logger

    private static let interval = Duration.seconds(1)
    /// The tolerated clock offset in milliseconds. Reads do not depend on the system clock, but certificates and logs
    /// do.
    private static let toleratedOffset: Int64 = 5000

    /// The problems that were already logged.
    private struct Known {
        var isStale = false
        var isClockWrong = false
        var others: Set<String> = []
    }

    func run() async {
        guard let node else { return (try? await gracefulShutdown()) ?? () }
        await cancelWhenGracefulShutdown {
            var known = Known()
            while !Task.isCancelled {
                log(node, &known)
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func log(_ node: NodeState, _ known: inout Known) {
        let isStale = node.staleSeconds != nil
        if isStale, !known.isStale {
            logger.warning(
                "this node may be missing changes: the database has not confirmed its state",
                metadata: ["reason": "\(node.problem ?? "its changes could not be read in time")"])
        } else if !isStale, known.isStale {
            logger.notice("this node is up to date again")
        }
        known.isStale = isStale
        let isClockWrong = abs(node.clockOffset) > Self.toleratedOffset
        if isClockWrong, !known.isClockWrong {
            logger.warning(
                "the system clock differs from the database clock, which reads use",
                metadata: ["seconds": "\(Double(node.clockOffset) / 1000)"])
        }
        known.isClockWrong = isClockWrong
        logOthers(node, &known)
    }

    private func logOthers(_ node: NodeState, _ known: inout Known) {
        for other in node.others(than: layouts.hash) where known.others.insert("\(other.id) \(other.layouts)").inserted
        {
            logger.warning(
                "another node has different layouts",
                metadata: [
                    "node": "\(other.name)", "id": "\(other.id)", "version": "\(other.version)",
                    "layouts": "\(other.layouts)", "own layouts": "\(layouts.hash)",
                ])
        }
    }
}

extension NodeState {
    /// Returns the recently seen nodes whose layouts have another hash.
    func others(than layouts: String) -> [NodeRecord] {
        guard let last = peers.map(\.seenAt).max() else { return [] }
        return peers.filter {
            $0.layouts != layouts && $0.id != idText && $0.seenAt >= last.adding(seconds: -Self.recentSeconds)
        }
    }

    private static let recentSeconds = 10
}
