public import Foundation

/// A music home page, split into its sections.
public struct HomeContent: Sendable, Equatable {
    /// The sections that can be shown, in display order. Codes are unique.
    public let sections: [HomeSection]
    /// The sections and cards that cannot be shown, with the reasons.
    public let issues: [SectionIssue]
    /// Settings for the whole page.
    public let config: PageConfig

    /// Splits a page. The round menu entries are shown at the position of their section in the document; if the
    /// document has no such section, they become the second section.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - menus: the response to the separate request for the entries; if nil, the entries of the document are used.
    ///   - layouts: the app's own layouts.
    public init(_ page: HomePage, menus: Menus? = nil, layouts: OwnLayouts = .none) {
        let code = HomeViewModelSectionType.menus.blockCode
        let issues = menus?.issues.map { SectionIssue(blockCode: code, issue: $0, scope: .card) }
        self.init(page, menus: menus.flatMap(MenusModel.init), issues: issues ?? [], layouts: layouts)
    }

    package init(_ page: HomePage, menus: MenusModel?, issues others: [SectionIssue], layouts: OwnLayouts) {
        var sections: [HomeSection] = []
        var issues = page.data.issues + others
        sections.reserveCapacity(page.data.blocks.count + 1)
        // The response has the entries of all such sections combined: it can replace one section, but not several.
        let holders = page.data.blocks.filter { SectionKind.of($0)?.type == .menus }.map(\.blockCode)
        for block in page.data.blocks {
            do {
                if let menus, holders == [block.blockCode] {
                    sections.append(.menus(menus.standing(for: block)))
                } else {
                    sections.append(try HomeSection(block, layouts: layouts) { issues.append($0) })
                }
            } catch {
                issues.append(error)
            }
        }
        if let menus, !sections.contains(where: { $0.type == .menus }) {
            sections.insert(.menus(menus), at: min(1, sections.count))
        }
        self.sections = sections
        self.issues = issues
        config = page.data.pageConfig
    }
}

/// The reason why a section of a page, or a card of a section, cannot be shown. Other sections and cards are not
/// affected.
public struct SectionIssue: Error, Sendable, Equatable, CustomStringConvertible {
    /// The part that cannot be shown.
    public enum Scope: String, Sendable {
        /// The whole section.
        case section
        /// One card of the section; the pointer refers to the card or a part of it.
        case card
    }

    /// The section, if its code can be read.
    public let blockCode: String?
    /// The issue. Its pointer is relative to the section, or to the page's `data` if the section itself cannot be read.
    /// The pointer of a round menu entry from the separate request is relative to that response.
    public let issue: JSONIssue
    /// The part that cannot be shown because of it.
    public let scope: Scope

    /// Creates an issue of a section, or of one of its cards.
    public init(blockCode: String?, issue: JSONIssue, scope: Scope = .section) {
        self.blockCode = blockCode
        self.issue = issue
        self.scope = scope
    }

    public var description: String { "\(blockCode ?? "a section"): \(issue)" }
}

extension SectionIssue: LocalizedError {
    public var errorDescription: String? { description }
}
