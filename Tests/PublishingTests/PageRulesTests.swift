import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Creating, importing, renaming and deleting pages, and preconditions of changes.
@Suite(.timeLimit(.minutes(1))) struct PageRulesTests {
    private let mall = PageInfo(slug: "mall", title: "Mall")
    private let now = Instant(milliseconds: 1000)
    private let ada = Authorship(by: "Ada", at: Instant(milliseconds: 1000))

    private var live: RevisionIdentity { RevisionIdentity(page: mall, number: 4, changed: ada, release: 9) }

    @Test func aPrecondition_isCheckedAgainstLive() throws {
        try RevisionIdentity.check(live, .matches([live.tag]))
        try RevisionIdentity.check(live, .exists)
        try RevisionIdentity.check(nil, .none)
        #expect(throws: PublishingError.self) { try RevisionIdentity.check(nil, .exists) }
        let other = RevisionIdentity(page: mall, number: 4, changed: ada, release: 10)
        #expect(throws: PublishingError.self) { try RevisionIdentity.check(live, .matches([other.tag])) }
    }

    @Test func anImport_needsAnAdminForANewPage_andASlug() throws {
        let document = PageDocument(blocks: [])
        #expect(try PageImport(page: "new", document: document).requiredRole(isNew: true) == .admin)
        #expect(try PageImport(page: "mall", document: document).requiredRole(isNew: false) == nil)
        #expect(throws: PublishingError.self) {
            try PageImport(page: "Not A Slug", document: document).requiredRole(isNew: true)
        }
    }

    @Test func anImport_removesSectionsThatItDoesNotName() throws {
        let document = try Project.page("mall")
        let (edit, _, _) = try PageImport(page: "mall", document: document).edit(
            mall, live: live, order: ["gone"] + document.order, if: .none, try Project.catalog())
        #expect(edit.removed == ["gone"])
        #expect(edit.order == document.order)
        #expect(throws: PublishingError.self) {
            try PageImport(page: "mall", document: document).edit(
                mall, live: live, order: [], if: .matches([]), try Project.catalog())
        }
    }

    @Test func anImport_doesNotChangeTheFamilyOfAPage_andANamedOneOverridesTheDocument() throws {
        let document = PageDocument(client: .netease, blocks: [])
        func edit(_ client: PageImport.ClientChoice) throws {
            _ = try PageImport(page: "mall", document: document, client: client)
                .edit(mall, live: live, order: [], if: .none, try Project.catalog())
        }
        #expect(throws: PublishingError.self) { try edit(.inferred) }
        #expect(throws: PublishingError.self) { try edit(.named(.netease)) }
        try edit(.named(nil))
        let new = PageImport(page: "new", document: document, client: .named(nil))
        #expect(try new.newPage(try Project.catalog()).client == nil)
    }

    @Test func aPage_isCopiedWithAnotherTitle_ifItsNameIsFree() throws {
        let plan = try PagePlan(json: ["page": "sale", "title": "Sale", "copyOf": "mall"])
        let source = PageDocument(title: "Mall", data: ["a": 1], blocks: [])
        let document = try plan.document(isTaken: false, copying: source)
        #expect(document == PageDocument(title: "Sale", data: ["a": 1], blocks: []))
        #expect(throws: PublishingError.self) { try plan.document(isTaken: true, copying: source) }
        #expect(throws: PublishingError.self) { try plan.document(isTaken: false, copying: nil) }
    }

    @Test func theDefaultPage_keepsItsName_andStays() throws {
        let renaming = try PageRenaming(json: ["page": "shop"])
        #expect(throws: PublishingError.self) { try renaming.check("mall", defaultPage: "mall") }
        try renaming.check("mall", defaultPage: "music")
        // The title may be changed, and setting the same name changes nothing.
        try PageRenaming(json: ["title": "Shop"]).check("mall", defaultPage: "mall")
        try PageRenaming(json: ["page": "mall"]).check("mall", defaultPage: "mall")
        #expect(throws: PublishingError.self) { try PageSummary.checkDeletion(of: "mall", defaultPage: "mall") }
        try PageSummary.checkDeletion(of: "mall", defaultPage: "music")
    }

    @Test func aPage_isRenamed_ifItsNewNameIsFree() throws {
        let renaming = try PageRenaming(json: ["page": "shop"])
        #expect(try renaming.renamed(mall, isTaken: false, at: now) == PageInfo(slug: "shop", title: "Mall"))
        #expect(throws: PublishingError.self) { try renaming.renamed(mall, isTaken: true, at: now) }
        // The page's own name counts as free.
        #expect(try PageRenaming(json: ["page": "mall"]).renamed(mall, isTaken: true, at: now) == nil)
        #expect(try PageRenaming(json: ["title": "M"]).renamed(mall, isTaken: false, at: now)?.title == "M")
    }

    @Test func aPage_canChangeItsClientFamily() throws {
        let read = PageInfo(slug: "mall", title: "Mall", client: .netease)
        #expect(try PageRenaming(json: ["client": "netease"]).renamed(mall, isTaken: false, at: now) == read)
        #expect(try PageRenaming(json: ["client": nil]).renamed(read, isTaken: false, at: now)?.client == .some(nil))
        #expect(try PageRenaming(json: ["title": "M"]).renamed(read, isTaken: false, at: now)?.client == .netease)
        #expect(throws: PublishingError.self) { try PageRenaming(json: ["client": "other"]) }
        #expect(throws: PublishingError.self) { try PageRenaming.checkFamilyChange(hasTakeover: true) }
    }

    @Test func aPageThatATakeoverShows_isNotDeleted() throws {
        try PageSummary.checkDeletion(isNeeded: false)
        #expect(throws: PublishingError.self) { try PageSummary.checkDeletion(isNeeded: true) }
    }

    @Test func aPrecondition_comparesTheChangedResource() throws {
        let order = OrderState(
            page: "mall", revision: 1, order: ["a"], changedBy: "Ada", changedAt: Instant(milliseconds: 0))
        let block = BlockState(
            BlockResource(blockCode: "a", showType: "MALL_AD"), revision: 1, changedBy: "Ada",
            changedAt: Instant(milliseconds: 0))
        func content(_ block: BlockState?) throws -> PageContent {
            PageContent(page: mall, order: order, tree: PageTree(), block: block, catalog: try Project.catalog())
        }
        let delete = PageOperation.delete("a")
        #expect(try delete.edit(content(block), if: .matches([block.tag])).removed == ["a"])
        #expect(throws: PublishingError.self) { try delete.edit(content(block), if: .matches([order.tag])) }
        #expect {
            try delete.edit(content(nil), if: .exists)
        } throws: {
            guard case PublishingError.changed = $0 else { return false }
            return true
        }
        #expect {
            try delete.edit(content(nil), if: .none)
        } throws: {
            guard case PublishingError.notFound = $0 else { return false }
            return true
        }
        let reorder = PageOperation.order(.order(["a"]))
        #expect(try reorder.edit(content(nil), if: .matches([order.tag])).order == ["a"])
        #expect(throws: PublishingError.self) { try reorder.edit(content(nil), if: .matches([block.tag])) }
    }

    @Test func aKey_belongsToOneRequest() throws {
        let key = try Idempotency(key: "k", request: [1])
        try key.check(key.fingerprint)
        #expect(throws: PublishingError.self) { try key.check([0]) }
    }

    @Test func renamedBlocks_keepTheirContentAndPosition() throws {
        let names = ["..": "renamed"]
        let edit = PageRepair.renaming(names, in: ["a", "..", "b"]) { code in
            BlockResource(blockCode: code, showType: "MALL_AD", content: ["title": "t"])
        }
        #expect(edit.order == ["a", "renamed", "b"])
        #expect(edit.put.map(\.blockCode) == ["renamed"])
        #expect(edit.put.map(\.content) == [["title": "t"]])
        #expect(edit.removed == [".."])
    }
}
