import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ReadRouteTests {
    struct Match: Equatable {
        var route: ReadRoute
        var code = ""
        var index = ""
    }

    func match(_ path: String) -> Match? {
        Array(path.utf8).withUnsafeBytes { bytes in
            ReadRoute.match(bytes).map { route, values in
                Match(
                    route: route, code: String(decoding: values.0, as: UTF8.self),
                    index: String(decoding: values.1, as: UTF8.self))
            }
        }
    }

    @Test(arguments: [
        ("/homepage", Match(route: .homepage)), ("/homepage/block/page", Match(route: .blockPage)),
        ("/homepage/dragon/ball", Match(route: .menus)), ("/sort", Match(route: .order)),
        ("/homepage/audience", Match(route: .audience)),
        ("/homepage/blocks/A.b-c_1", Match(route: .block, code: "A.b-c_1")),
        ("/homepage/blocks/A/items", Match(route: .items, code: "A")),
        ("/homepage/blocks/A/items/id:x.1", Match(route: .item, code: "A", index: "id:x.1")),
        ("/homepage/blocks/A/items/007", Match(route: .item, code: "A", index: "007")),
    ])
    func aPath_matchesItsRoute(_ path: String, _ expected: Match) { #expect(match(path) == expected) }

    @Test(arguments: [
        "/", "", "/homepage/", "/Homepage", "/homepages", "/homepage/blocks", "/homepage/blocks/", "/sort/",
        "/homepage/blocks/A/", "/homepage/blocks/A/items/", "/homepage/blocks/A/items/1/",
        "/homepage/blocks//items/1", "/homepage/blocks//", "/pages", "/api/pages",
    ])
    func otherPaths_matchNone(_ path: String) { #expect(match(path) == nil) }

    @Test func everyParameter_isFoundByItsName() {
        for parameter in ReadParameter.allCases {
            #expect(Array(parameter.rawValue.utf8).withUnsafeBytes { ReadParameter($0) } == parameter)
        }
        #expect(Array("pgae".utf8).withUnsafeBytes { ReadParameter($0) } == nil)
    }
}
