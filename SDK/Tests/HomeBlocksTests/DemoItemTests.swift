import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DemoItemTests {
    @Test func theStarterPage_isReadCompletely() throws {
        let kinds = try RecordedDocuments.page("demo").data.blocks.map { block in
            try DemoItem.items(of: block).map { item in
                switch item {
                case .grid: "grid"
                case .text: "text"
                case .image: "image"
                case .centerText: "centerText"
                }
            }
        }
        #expect(kinds.map { Set($0) } == [["grid"], ["text"], ["centerText"], ["image"]])
        #expect(kinds.map(\.count) == [8, 5, 6, 4])
    }

    @Test func anUnknownLayout_isAnIssue() throws {
        let block = try Block(json: ["blockCode": "x", "showType": "DEMO_VIDEO", "extInfo": ["list": []]])
        let issue = #expect(throws: SectionIssue.self) { try DemoItem.items(of: block) }
        #expect(issue?.issue.pointer.description == "/showType")
    }
}
