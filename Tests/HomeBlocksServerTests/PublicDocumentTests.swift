import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct PublicDocumentTests {
    func document(_ path: String) -> PublicDocument? {
        Array(path.utf8).withUnsafeBytes { PublicDocument($0) }
    }

    @Test(arguments: [
        ("/homepage", PublicDocument.homepage), ("/homepage/block/page", .blockPage),
        ("/homepage/dragon/ball", .menus), ("/sort", .sort), ("/homepage/blocks/A.b-c_1", .block("A.b-c_1")),
        ("/homepage/blocks/A/items/0", .item("A", 0)), ("/homepage/blocks/A/items/007", .item("A", 7)),
    ])
    func aPath_namesItsDocument(_ path: String, _ expected: PublicDocument) {
        #expect(document(path) == expected)
    }

    @Test(arguments: [
        "/", "", "/homepage/", "/Homepage", "/homepages", "/homepage/blocks", "/homepage/blocks/", "/sort/",
        "/homepage/blocks/A/", "/homepage/blocks/A/items", "/homepage/blocks/A/items/", "/homepage/blocks/A/items/-1",
        "/homepage/blocks/A/items/1/", "/homepage/blocks/A/items/1x", "/homepage/blocks/A/items/9999999",
        "/homepage/blocks/A:b", "/homepage/blocks//items/1", "/pages", "/api/pages",
    ])
    func otherPaths_nameNone(_ path: String) { #expect(document(path) == nil) }

    @Test func everyDocument_hasTheTemplateOfItsRoute() {
        let documents: [PublicDocument] = [.homepage, .blockPage, .menus, .block("A"), .item("A", 1), .sort]
        #expect(documents.map(\.number) == Array(PublicDocument.routes.indices))
    }
}
