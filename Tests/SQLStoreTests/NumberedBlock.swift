import HomeBlocks
import Publishing

extension BlockResource {
    /// A text block of a page with many blocks.
    static func numbered(_ number: Int, title: String) -> BlockResource {
        BlockResource(
            blockCode: "block\(number)", showType: "DEMO_TEXT",
            content: [
                "uiElement": ["subTitle": ["title": .string(title)]],
                "extInfo": ["list": [["id": 1, "title": "One", "text": "Two", "url": "homeblocks://demo/text/1"]]],
            ])
    }
}
