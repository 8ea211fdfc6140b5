import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Which role counts on which page.
@Suite(.timeLimit(.minutes(1))) struct RightsTests {
    private func rights(_ role: Role, _ pages: [String: Role] = [:]) -> Rights {
        Rights(role, pages: Dictionary(pages.compactMap { text, role in PagePattern(text).map { ($0, role) } }) { $1 })
    }

    @Test(arguments: ["mall", "campaign-*", "a*", "0", String(repeating: "a", count: 64) + "*"])
    func aPattern_isASlug_orTheStartOfSlugsAndAStar(_ text: String) { #expect(PagePattern(text)?.text == text) }

    @Test(arguments: ["", "*", "**", "a*b", "*a", "a**", "Mall", "a b", "页", String(repeating: "a", count: 65)])
    func otherTexts_areNoPattern(_ text: String) { #expect(PagePattern(text) == nil) }

    @Test func theHighestRoleCounts() {
        let some = rights(.viewer, ["mall": .editor, "campaign-*": .publisher, "campaign-may": .editor])
        #expect(some.role(on: .page("mall")) == .editor)
        #expect(some.role(on: .page("campaign-may")) == .publisher)
        #expect(some.role(on: .page("campaign-")) == .publisher)
        #expect(some.role(on: .page("campaign")) == .viewer)
        #expect(some.role(on: .everything) == .viewer)
        #expect(some.role(on: .shared) == .publisher)
        #expect(rights(.admin, ["mall": .viewer]).role(on: .page("mall")) == .admin)
    }

    @Test func aPageWithoutARole_isNotIncluded() {
        let some = rights(.nothing, ["mall": .viewer])
        #expect(some.include("mall") && !some.include("mal") && !some.include("mall-2") && !some.includeAllPages)
        #expect(!rights(.nothing).include("mall"))
        #expect(rights(.viewer).include("anything") && rights(.viewer).includeAllPages)
    }

    @Test func storedRights_areReadAgain_andInvalidOnesAreNot() {
        let some = rights(.nothing, ["mall": .publisher, "campaign-*": .viewer])
        #expect(Rights(role: "none", pages: some.pagesJSON) == some)
        #expect(Rights(role: "king", pages: [:]) == nil)
        #expect(Rights(role: "none", pages: ["Mall": "viewer"]) == nil)
        #expect(Rights(role: "none", pages: ["mall": "king"]) == nil)
        #expect(Rights(role: "none", pages: []) == nil)
    }

    @Test func aRename_movesTheRole_andADeletionRemovesIt() {
        let some = rights(.nothing, ["mall": .publisher, "sale": .viewer, "m*": .viewer])
        #expect(
            some.renaming("mall", to: "shop") == rights(.nothing, ["shop": .publisher, "sale": .viewer, "m*": .viewer]))
        #expect(some.renaming("sale", to: "mall") == rights(.nothing, ["mall": .publisher, "m*": .viewer]))
        #expect(some.renaming("mall", to: nil) == rights(.nothing, ["sale": .viewer, "m*": .viewer]))
        #expect(some.renaming("music", to: "shop") == nil)
    }

    @Test func aChange_keepsWhatItDoesNotMention() throws {
        let old = rights(.editor, ["mall": .publisher, "sale": .viewer])
        let change = RightsChange(pages: [try #require(PagePattern("sale")): .nothing])
        #expect(try change.applied(to: old, pages: [], "x") == rights(.editor, ["mall": .publisher]))
        #expect(try RightsChange(role: .nothing).applied(to: old, pages: [], "x").pages == old.pages)
    }

    @Test func addingRights_givesTheHigherRoleOnEachPage() {
        var random = SeededGenerator(seed: 7)
        let pages = ["a", "b", "ab", "ab*", "a*", "b*"]
        func any() -> Rights {
            let some = pages.filter { _ in Bool.random(using: &random) }
            return rights(
                Role.allCases.randomElement(using: &random) ?? .nothing,
                Dictionary(
                    uniqueKeysWithValues: some.map { ($0, Role.ofPages.randomElement(using: &random) ?? .viewer) }))
        }
        for _ in 0..<2000 {
            let (one, other) = (any(), any())
            let both = one.adding(other)
            #expect(both == other.adding(one))
            for page in ["a", "b", "ab", "abc", "c"] {
                let scope = Scope.page(page)
                #expect(both.role(on: scope) == max(one.role(on: scope), other.role(on: scope)))
                #expect(both.include(page) == (one.include(page) || other.include(page)))
            }
            for scope in [Scope.everything, .shared] {
                #expect(both.role(on: scope) == max(one.role(on: scope), other.role(on: scope)))
            }
        }
    }

    // MARK: Refusals

    private func cause(_ rights: Rights, _ role: Role, on scope: Scope) -> AuthorizationFailure.Cause? {
        do throws(PublishingError) {
            try Actor(credential: "c", name: "c", rights: rights).checkRights(role, on: scope)
            return nil
        } catch {
            guard case .refused(let failure) = error else { return nil }
            return failure.cause
        }
    }

    @Test func aPageWithoutARole_isRefusedAsIfItDidNotExist() {
        let some = rights(.nothing, ["mall": .viewer])
        #expect(cause(some, .viewer, on: .page("mall")) == nil)
        #expect(cause(some, .editor, on: .page("mall")) == .role(held: .viewer, needed: .editor, on: .page("mall")))
        #expect(cause(some, .viewer, on: .page("music")) == .page("music"))
        #expect(cause(some, .admin, on: .page("music")) == .page("music"))
        #expect(cause(some, .viewer, on: .everything) == .role(held: .nothing, needed: .viewer))
        #expect(cause(some, .viewer, on: .shared) == nil)
    }

    @Test func aChange_isCheckedAgainWithTheCurrentRights() {
        let authorization = Authorization(.token, needs: .editor, on: .page("mall"))
        let actor = Actor(credential: "t", name: "t", rights: rights(.publisher), authorization: authorization)
        func current(_ rights: Rights) -> Actor.StoredProof {
            .token(
                Credential(
                    id: "t", name: "t", rights: rights, created: Authorship(by: "", at: Instant(milliseconds: 0))))
        }
        func isAllowed(_ rights: Rights) -> Bool {
            (try? actor.checkAuthorization(current(rights), at: Instant(milliseconds: 0))) != nil
        }
        #expect(isAllowed(rights(.nothing, ["mall": .editor])))
        #expect(!isAllowed(rights(.nothing, ["mall": .viewer])) && !isAllowed(rights(.nothing, ["music": .editor])))
    }
}
