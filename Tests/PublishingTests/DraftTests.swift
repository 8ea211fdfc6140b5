import Publishing
import Testing

/// The lifecycle of a draft, and which side wins when it conflicts with live.
@Suite(.timeLimit(.minutes(1))) struct DraftTests {
    private let ada = Authorship(by: "Ada", at: Instant(milliseconds: 1000))
    private let bo = Authorship(by: "Bo", at: Instant(milliseconds: 2000))
    private let onTitle = MergeConflict(
        "wallet", pointer: "/content/title", kept: .existing, "", incoming: nil, existing: nil)
    private let onOrder = MergeConflict(
        "wallet", pointer: MergeConflict.order, kept: .existing, "", incoming: nil, existing: nil)

    private var draft: Draft { Draft(revision: 5, base: 3, updated: ada, conflicts: [onTitle, onOrder]) }

    @Test func aDraft_isRequiredInTheStateThatThePreconditionNames() throws {
        let tag = draft.state(of: "mall", live: 3).tag
        #expect(try Draft.require(draft, of: "mall", live: 3, if: .matches([tag])) == draft)
        // A planned release that took effect changes its state.
        #expect(throws: PublishingError.self) {
            try Draft.require(draft, of: "mall", live: 4, if: .matches([tag]))
        }
        #expect {
            try Draft.require(nil, of: "mall", live: 3, if: .none)
        } throws: {
            guard case PublishingError.notFound = $0 else { return false }
            return true
        }
        #expect {
            try Draft.require(nil, of: "mall", live: 3, if: .exists)
        } throws: {
            guard case PublishingError.changed = $0 else { return false }
            return true
        }
    }

    @Test func aChange_closesTheConflictsThatItTouches() {
        let block = Draft.changed(draft, to: 6, on: 3, by: bo, block: "wallet")
        #expect(block.conflicts == [onOrder])
        #expect(Draft.changed(draft, to: 6, on: 3, by: bo, block: nil).conflicts == [onTitle])
        #expect(Draft.changed(draft, to: 6, on: 3, by: bo, block: "otc").conflicts == [onTitle, onOrder])
        #expect(Draft.changed(nil, to: 6, on: 3, by: bo, block: nil).updated == bo)
    }

    @Test func aMerge_changesTheDraftsAuthor_onlyIfItChangedSomething() {
        let same = draft.merged(with: 4, to: 5, conflicts: [], by: bo)
        #expect((same.base, same.updated) == (4, ada))
        let other = draft.merged(with: 4, to: 6, conflicts: [onTitle], by: bo)
        #expect((other.revision, other.updated) == (6, bo))
        #expect(other.conflicts == [onOrder, onTitle])
    }

    @Test func aRebase_leavesItsContentAlone() {
        let rebased = draft.rebased(on: 9)
        #expect((rebased.revision, rebased.base, rebased.updated) == (5, 9, ada))
        #expect(draft.isBehind(9))
        #expect(!rebased.isBehind(9))
    }

    @Test func liveChanges_winOverPlans_andPreparedChangesOverScheduledOnes() {
        #expect(PropagationCause.liveChange.preference == .change)
        #expect(PropagationCause.publication(isPlanned: false).preference == .change)
        #expect(PropagationCause.publication(isPlanned: true).preference == .target)
        #expect(PropagationCause.releaseTookEffect.preference == .target)
        #expect(PropagationCause.cancellation.preference == .target)
    }

    @Test func aMergedBlock_hasTheSourcesAuthor_ifItIsTheSourcesBlock_orElseTheLaterOne() throws {
        func entry(_ since: Int, _ changed: Authorship) -> TreeEntry {
            TreeEntry(version: BlockVersionID(1), showType: "A", size: 0, since: since, changed: changed)
        }
        let (old, new) = (entry(2, ada), entry(7, bo))
        func since(_ source: TreeEntry?, _ own: TreeEntry?, isSource: Bool) -> Int? {
            TreeEntry.authorship(merging: source, into: own, isSource: isSource)?.since
        }
        #expect(since(old, new, isSource: true) == 2)
        #expect(since(old, new, isSource: false) == 7)
        #expect(since(new, old, isSource: false) == 7)
        #expect(since(nil, old, isSource: false) == 2)
        #expect(since(nil, nil, isSource: false) == nil)
    }
}
