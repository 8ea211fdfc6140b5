/// A music home page, split into its sections.
public struct HomeContent: Sendable, Equatable {
    /// The sections that can be shown, in display order. No two have the same code.
    public let sections: [HomeSection]
    /// The sections that cannot, and why.
    public let faults: [SectionFault]
    /// Settings for the whole page.
    public let config: PageConfig

    /// Splits a page. The round menu entries stand where the document has their section; for a server whose document has
    /// none, they are the second section.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - menus: the entries' own reply; without one they are those of the document.
    public init(_ page: HomePage, menus: Menus? = nil) {
        self.init(page, menus: menus.flatMap(MenusModel.init), faults: [])
    }

    package init(_ page: HomePage, menus: MenusModel?, faults others: [SectionFault]) {
        var sections: [HomeSection] = []
        var faults = page.data.faults + others
        sections.reserveCapacity(page.data.blocks.count + 1)
        // The reply has the entries of all such sections: it can stand for one, not for several.
        let holders = page.data.blocks.filter { HomeViewModelSectionType($0) == .menus }.map(\.blockCode)
        for block in page.data.blocks {
            do {
                if let menus, holders == [block.blockCode] {
                    sections.append(.menus(menus.standing(for: block)))
                } else {
                    sections.append(try HomeSection(block))
                }
            } catch {
                faults.append(error)
            }
        }
        if let menus, !sections.contains(where: { $0.type == .menus }) {
            sections.insert(.menus(menus), at: min(1, sections.count))
        }
        self.sections = sections
        self.faults = faults
        config = page.data.pageConfig
    }
}
