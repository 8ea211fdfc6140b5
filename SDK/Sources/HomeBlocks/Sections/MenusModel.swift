public import Foundation

/// Round buttons.
public struct MenusModel: HomeViewModelSection, Equatable {
    /// The section's code.
    public let blockCode: String
    /// The entries, in display order; never empty.
    public let menus: [Menu]

    public var type: HomeViewModelSectionType { .menus }
    public var designHeight: CGFloat { 96 }

    /// Creates a section from the response to the entries' own request; nil if it has no entries.
    public init?(_ menus: Menus) {
        guard !menus.data.isEmpty else { return nil }
        blockCode = HomeViewModelSectionType.menus.blockCode ?? ""
        self.menus = menus.data
    }

    /// Reads the entries from the cards of a block. An entry that cannot be read is left out.
    ///
    /// - Throws: ``JSONIssue`` if there are no readable entries.
    public init(_ block: Block) throws(JSONIssue) {
        var leftOut = LeftOut()
        try self.init(block, &leftOut)
    }

    init(_ block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) {
        blockCode = block.blockCode
        var inner = LeftOut()
        menus = Menu.entries(ofCards: block.json, &inner).compactMap { try? Menu(json: $0) }
            .withDistinctIdentities()
        guard !menus.isEmpty else {
            throw inner.issues.first ?? JSONIssue("has no entry", kind: .empty, at: JSONPointer(["creatives"]))
        }
        leftOut.add(inner)
    }

    /// Returns the entry with an identity, or nil.
    public func item(id: Menu.ID) -> Menu? { menus.first { $0.id == id } }

    /// Returns the same entries as a section with the block's code.
    func standing(for block: Block) -> MenusModel { MenusModel(blockCode: block.blockCode, menus: menus) }

    private init(blockCode: String, menus: [Menu]) {
        self.blockCode = blockCode
        self.menus = menus
    }
}
