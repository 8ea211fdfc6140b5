import Foundation
public import HomeBlocks

/// A block as it stands in one stage of a page.
public struct BlockState: Sendable, Equatable {
    public let block: BlockResource
    /// The revision that made the block what it is.
    public let revision: Int
    public let changedBy: String
    public let changedAt: Instant

    public init(_ block: BlockResource, revision: Int, changedBy: String, changedAt: Instant) {
        self.block = block
        self.revision = revision
        self.changedBy = changedBy
        self.changedAt = changedAt
    }

    /// The validator of this state; it changes only when the block does.
    public var tag: StateTag {
        let changed = "block\n\(revision)\n\(changedBy)\n\(changedAt.milliseconds)\n"
        return StateTag(hashing: Data(changed.utf8) + Data(JSONValue.object(block.json).encoded))
    }
}

extension BlockState {
    /// The block as operators read it: the resource, with what there is to know about it.
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

    /// What a caller gets who knows an older state.
    public func present(_ catalog: BlockTypeCatalog) -> CurrentState {
        CurrentState("the block", json: json(catalog), tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}

extension JSONLimits {
    /// Limits for what the store holds: input was checked, and stands some levels deeper there.
    public static let stored = JSONLimits(depth: 128)
}
