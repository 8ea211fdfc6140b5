public import HomeBlocks

/// A node's row in the database.
public struct NodeRecord: Sendable, Equatable {
    public let id: String
    /// The name of the node's machine.
    public let name: String
    /// The version of the node's program.
    public let version: String
    /// The hash of the node's layouts.
    public let layouts: String
    public let startedAt: Instant
    /// When the node last confirmed its lease, by the database's clock.
    public let seenAt: Instant
    /// The last line of the audit log that the node had read then.
    public let lastLine: Int64

    public init(
        id: String, name: String, version: String, layouts: String, startedAt: Instant, seenAt: Instant,
        lastLine: Int64
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.layouts = layouts
        self.startedAt = startedAt
        self.seenAt = seenAt
        self.lastLine = lastLine
    }
}

/// All nodes of a database at one instant.
public struct NodeList: Sendable {
    public let nodes: [NodeRecord]
    /// The database's time.
    public let at: Instant
    /// The last line of the audit log that nodes follow.
    public let lastLine: Int64

    public init(nodes: [NodeRecord], at: Instant, lastLine: Int64) {
        self.nodes = nodes
        self.at = at
        self.lastLine = lastLine
    }

    /// The nodes as a JSON array, longest running first.
    public var json: JSONValue { .array(nodes.map { .object(json(of: $0)) }) }

    private func json(of node: NodeRecord) -> JSONObject {
        let silent = max(0, at.milliseconds - node.seenAt.milliseconds)
        return [
            "id": .string(node.id), "name": .string(node.name), "version": .string(node.version),
            "layouts": .string(node.layouts), "startedAt": .string(node.startedAt.rfc3339),
            "seenAt": .string(node.seenAt.rfc3339), "silentSeconds": JSONValue(Int(silent / 1000)),
            "linesBehind": JSONValue(max(0, lastLine - node.lastLine)),
            "isCurrent": .bool(silent < NodeLease.lifetime),
        ]
    }
}

/// The data that a program registers when it becomes a node.
public struct NodeProgram: Sendable {
    public let version: String
    /// Returns the hash of its layouts, which a reload changes.
    public let layouts: @Sendable () -> String

    public init(version: String, layouts: @escaping @Sendable () -> String) {
        self.version = version
        self.layouts = layouts
    }
}
