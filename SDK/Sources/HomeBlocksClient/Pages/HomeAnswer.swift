import Foundation
import HomeBlocks

/// What the two requests of the music home page came to.
struct HomeAnswer: Sendable {
    let page: HomePage
    /// The round menu entries; nil if the page has them in it.
    let menus: Result<Menus, HomePageError>?

    /// The page's sections. Menus that could not be loaded are a fault, and those that were shown last stay.
    func content(after last: HomeContent?) -> HomeContent {
        switch menus {
        case nil: return HomeContent(page)
        case .success(let menus): return HomeContent(page, menus: menus)
        case .failure(let error):
            let shown = last?.sections.compactMap { section in
                if case .menus(let model) = section { model } else { nil }
            }
            let fault = SectionFault(
                blockCode: HomeViewModelSectionType.menus.blockCode, fault: JSONFault(error.localizedDescription))
            return HomeContent(page, menus: shown?.first, faults: [fault])
        }
    }
}
