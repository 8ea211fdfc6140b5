import HomeBlocks
import Publishing
import TestSupport

/// A page that is reviewed, with a request and an approval.
enum ReviewSample {
    static func add(to store: any PageStore, page: String, _ author: ChangeContext) async throws {
        _ = try await store.renamePage(page, try PageRenaming(json: ["review": ["approvals": 1]]), author)
        let edit = PageOperation.patch("wallet", ["enabled": false])
        _ = try await store.change(PageChange(page, .draft, edit), author)
        _ = try await store.change(page, author, needs: ContentNeeds(), isDryRun: false) { page in
            try page.requestReview(try ReviewPlan(json: ["whom": ["Bo"]]), author)
        }
        let state = try await store.review(page, .draft).text
        let bo = ChangeContext(Actor(credential: "bo", name: "Bo", role: .admin))
        _ = try await store.change(page, bo, needs: ContentNeeds(), isDryRun: false) { page in
            try page.addVerdict(.approval, on: .draft, try ApprovalPlan(.approval, json: ["state": .string(state)]), bo)
        }
    }
}
