public import HomeBlocks

/// A location that both sides of a merge changed. It has both versions, so that neither is lost.
public struct MergeConflict: Sendable, Equatable {
    /// One of the two versions.
    public enum Side: String, Sendable {
        /// The version of the change that was merged.
        case incoming
        /// The version of the draft or the planned release that it was merged into.
        case existing
    }

    /// The block's code; nil for the page itself.
    public let blockCode: String?
    /// A pointer into the block's resource or the page-level fields: empty for the whole block, `/order` for its
    /// position.
    public let pointer: String
    /// The version in the result.
    public let kept: Side
    public let reason: String
    /// The two versions; nil if absent.
    public let incoming: JSONValue?
    public let existing: JSONValue?

    public init(
        _ blockCode: String?, pointer: String = "", kept: Side, _ reason: String, incoming: JSONValue?,
        existing: JSONValue?
    ) {
        self.blockCode = blockCode
        self.pointer = pointer
        self.kept = kept
        self.reason = reason
        self.incoming = incoming
        self.existing = existing
    }

    /// The pointer of a conflict about a block's position.
    public static let order = "/order"

    /// The conflict as JSON, as in responses and drafts.
    public var json: JSONValue {
        var members: JSONObject = [
            "blockCode": blockCode.map { .string($0) } ?? .null, "pointer": .string(pointer),
            "kept": .string(kept.rawValue), "reason": .string(reason),
        ]
        members["incoming"] = incoming
        members["existing"] = existing
        return .object(members)
    }

    /// Reads the output of ``json``.
    public init?(json: JSONValue) {
        guard let members = json.object, let pointer = members["pointer"]?.string,
            let kept = members["kept"]?.string.flatMap(Side.init(rawValue:)), let reason = members["reason"]?.string
        else { return nil }
        self.init(
            members["blockCode"]?.string, pointer: pointer, kept: kept, reason, incoming: members["incoming"],
            existing: members["existing"])
    }
}

extension [MergeConflict] {
    /// Returns these conflicts and newer ones. A newer one replaces an older one with the same location and existing
    /// version.
    public func adding(_ newer: [MergeConflict]) -> [MergeConflict] {
        filter { older in
            !newer.contains {
                $0.blockCode == older.blockCode && $0.pointer == older.pointer && $0.existing == older.existing
            }
        } + newer
    }

    /// The conflicts that stay open after an operator's change: those at other locations.
    ///
    /// - Parameter block: the changed block; nil for the order.
    public func open(afterChangeOf block: String?) -> [MergeConflict] {
        guard let block else { return filter { $0.pointer != MergeConflict.order } }
        return filter { $0.blockCode != block || $0.pointer == MergeConflict.order }
    }
}
