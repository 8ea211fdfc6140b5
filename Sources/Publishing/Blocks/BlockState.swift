import Foundation
public import HomeBlocks

/// A block in one stage of a page.
public struct BlockState: Sendable, Equatable {
    public let block: BlockResource
    /// The revision that last changed the block.
    public let revision: Int
    public let changedBy: String
    public let changedAt: Instant

    public init(_ block: BlockResource, revision: Int, changedBy: String, changedAt: Instant) {
        self.block = block
        self.revision = revision
        self.changedBy = changedBy
        self.changedAt = changedAt
    }

    /// The entity tag of the block; it changes only when the block does.
    public var tag: StateTag {
        let changed = "block\n\(revision)\n\(changedBy)\n\(changedAt.milliseconds)\n"
        return StateTag(hashing: Data(changed.utf8) + Data(JSONValue.object(block.json).encoded))
    }
}

extension BlockState {
    /// Returns the block as operators receive it: the resource and its metadata.
    public func json(_ catalog: BlockTypeCatalog) -> JSONObject {
        var members = block.json
        let floor = catalog[block.showType]?.floor.versions ?? [:]
        let withheld = floor.sorted { $0.key.rawValue < $1.key.rawValue }.map { platform, version -> JSONValue in
            [
                "platform": .string(platform.rawValue), "below": .string(version.text),
                "instead": block.fallback == nil ? .null : "fallback",
            ]
        }
        members[BlockResource.readOnlyMember] = [
            "etag": .string("\"\(tag.text)\""), "revision": JSONValue(revision), "changedBy": .string(changedBy),
            "changedAt": .string(changedAt.rfc3339), "withheld": .array(withheld),
        ]
        return members
    }

    /// Returns the current state, for a caller that has an older one.
    public func present(_ catalog: BlockTypeCatalog) -> CurrentState {
        CurrentState("the block", json: json(catalog), tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}

extension JSONLimits {
    /// Limits for stored values, which were checked as input but are nested some levels deeper in the store.
    public static let stored = JSONLimits(depth: 128)
}
