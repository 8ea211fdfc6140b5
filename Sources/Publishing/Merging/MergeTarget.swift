public import HomeBlocks

/// A draft or a planned release that a change is merged into.
public struct MergeTarget: Sendable {
    public let page: PageInfo
    public let order: [String]
    public let layouts: [String: String]
    /// The size of its blocks in an export, in bytes.
    public let size: Int
    /// The blocks that the change concerns, by code.
    public let blocks: [String: BlockResource]
    public let data: JSONObject
    public let catalog: BlockTypeCatalog

    public init(
        page: PageInfo, order: [String], layouts: [String: String], size: Int, blocks: [String: BlockResource],
        data: JSONObject, catalog: BlockTypeCatalog
    ) {
        self.page = page
        self.order = order
        self.layouts = layouts
        self.size = size
        self.blocks = blocks
        self.data = data
        self.catalog = catalog
    }
}

/// Which side wins where a change and the target changed the same thing.
public enum MergePreference: Sendable {
    /// The change wins: publishing older content must not undo a change of live.
    case change
    /// The target wins: content that was prepared for later stays.
    case target
}

/// Why a difference between two revisions is merged into a draft or into releases planned for later.
public enum PropagationCause: Sendable {
    /// An operator changed live or imported a page.
    case liveChange
    /// A planned release took effect.
    case releaseTookEffect
    /// A draft was published.
    case publication(isPlanned: Bool)
    /// A planned release was cancelled, so its changes are removed from later ones.
    case cancellation
    /// A planned release was moved back into the draft.
    case backIntoDraft

    public var preference: MergePreference {
        switch self {
        case .liveChange, .publication(isPlanned: false), .backIntoDraft: .change
        case .releaseTookEffect, .publication(isPlanned: true), .cancellation: .target
        }
    }
}
