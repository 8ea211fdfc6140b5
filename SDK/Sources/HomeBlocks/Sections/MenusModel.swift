public import Foundation

/// Round buttons.
public struct MenusModel: HomeViewModelSection, Equatable {
    /// The section's code.
    public let blockCode: String
    /// The entries, in display order; never empty.
    public let menus: [Menu]

    public var type: HomeViewModelSectionType { .menus }
    public var designHeight: CGFloat { 96 }

    /// Entries of the reply that is theirs; nil if there are none.
    public init?(_ menus: Menus) {
        guard !menus.data.isEmpty else { return nil }
        blockCode = HomeViewModelSectionType.menus.blockCode ?? ""
        self.menus = menus.data
    }

    /// Entries of the cards of a document's block.
    ///
    /// - Throws: ``JSONIssue`` if there are none.
    public init(_ block: Block) throws(JSONIssue) {
        blockCode = block.blockCode
        menus = Menu.entries(ofCards: block.json).compactMap { try? Menu(json: $0) }
        guard !menus.isEmpty else { throw JSONIssue("has no entry", at: JSONPointer(["creatives"])) }
    }

    /// The same entries as the section with another code.
    func standing(for block: Block) -> MenusModel { MenusModel(blockCode: block.blockCode, menus: menus) }

    private init(blockCode: String, menus: [Menu]) {
        self.blockCode = blockCode
        self.menus = menus
    }
}
