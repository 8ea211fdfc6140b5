import Foundation
import HomeBlocks

/// The app's own layouts.
let appLayouts = OwnLayouts(NoteSection.self)

/// A text from the operators, in a layout `NOTE` that the server must also have.
struct NoteSection: OwnSectionContent {
    static let showType = "NOTE"

    let text: String

    init(_ block: Block, report: (SectionIssue) -> Void) throws(SectionIssue) {
        do {
            text = try block.data("text")
        } catch {
            throw SectionIssue(blockCode: block.blockCode, issue: error)
        }
    }

    var designHeight: CGFloat { 44 }
}
