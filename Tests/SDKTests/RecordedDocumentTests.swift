import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

/// The recorded server responses that the SDK's tests use. `UPDATE_DOCUMENTS=1` records them again.
@Suite(.timeLimit(.minutes(1))) struct RecordedDocumentTests {
    @Test(arguments: ["music", "mall", "demo", "news", "moments"])
    func aRecordedDocument_isWhatTheServerRenders(page: String) throws {
        let file = Project.folder.appending(path: "SDK/Sources/HomeBlocksTesting/Documents/\(page).json")
        let rendered = try Self.render(page)
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil { try rendered.write(to: file) }
        #expect(try Data(contentsOf: file) == rendered, "UPDATE_DOCUMENTS=1 swift test --filter RecordedDocument")
    }

    private static func render(_ slug: String) throws -> Data {
        let catalog = try Project.catalog()
        let page = try Project.plainPage(slug)
        let order = OrderState(
            page: slug, revision: 1, order: page.order, changedBy: "", changedAt: Instant(milliseconds: 0))
        let revision = LiveRevision(
            page: PageInfo(slug: slug, title: ""), number: 1, order: order, versions: [:], data: page.data,
            nextRelease: nil)
        let blocks = page.blocks.map { RenderedBlock($0, catalog) }
        return Data(
            PublishedPage(LivePage(own: revision), blocks: blocks, at: Instant(milliseconds: 0))
                .variant(for: ClientContext()).document())
    }
}
