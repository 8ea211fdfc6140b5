import Foundation
import HomeBlocks

/// A document that can be read keeps everything, reports each section that it loses, and shows none twice.
public func fuzzDocument(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    var parts = InputParts(bytes)
    guard let page = try? HomePage(parsing: parts.next()) else { return }
    // The response with the round menu entries, if the input has one.
    let menus = try? Menus(parsing: parts.others)

    let again = try need(
        try? HomePage(parsing: JSONValue.object(page.json).encoded), "what was read cannot be read again")
    try hold(again == page, "what was read is another document")

    let listed = page.json["data"]?.object?["blocks"]?.array ?? []
    let (blocks, issues) = (page.data.blocks, page.data.issues)
    try hold(blocks.count + issues.count == listed.count, "a section is neither read nor reported as an issue")
    try hold(Set(blocks.map(\.blockCode)).count == blocks.count, "a duplicate code")

    try show(HomeContent(page), of: page)
    if let menus { try show(HomeContent(page, menus: menus), of: page) }
    for block in blocks { try read(block) }
}

private func show(_ content: HomeContent, of page: HomePage) throws(BrokenRule) {
    try hold(Set(content.sections.map(\.id)).count == content.sections.count, "a duplicate section")
    let known = page.data.blocks.count + page.data.issues.count
    let lost = content.issues.filter { $0.scope == .section }.count
    try hold(content.sections.count + lost >= known, "a section was lost")
    try hold(content.sections.count + lost <= known + 1, "a section came from nowhere")
    for section in content.sections {
        let height = section.rowHeight(in: ScreenMetrics(width: 320))
        try hold(height.isFinite && height >= 0, "the section \(section.id) is \(height) points high")
        try hold(section.rowCount >= 0, "the section \(section.id) has \(section.rowCount) rows")
        _ = section.heading
    }
}

/// Reads a section as each family of apps does; its issues must name the section.
private func read(_ block: Block) throws(BrokenRule) {
    func check(_ read: () throws(SectionIssue) -> Void) throws(BrokenRule) {
        do throws(SectionIssue) {
            try read()
        } catch {
            try hold(error.blockCode == block.blockCode, "an issue of \(block.blockCode) names another section")
        }
    }
    try check { () throws(SectionIssue) in _ = try HomeSection(block) }
    try check { () throws(SectionIssue) in _ = try MallContent(block) }
    try check { () throws(SectionIssue) in _ = try NewsFeed(block) }
    try check { () throws(SectionIssue) in _ = try Moment(block) }
}
