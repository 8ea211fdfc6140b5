import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Reviews with preview links that may approve: everyone with the link does so in the name of its creator.
struct LinkReviewRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        let path = "/preview/review"
        routes.get(path) { request, context in try await read(request, context) }
        routes.post("\(path)/approvals") { request, context in try await addVerdict(.approval, request, context) }
        routes.post("\(path)/objections") { request, context in try await addVerdict(.objection, request, context) }
        routes.delete("\(path)/approvals") { request, context in
            let link = try await services.authorizeLink(request, context)
            let changeContext = ChangeContext(link.actor, requestID: context.requestID)
            return try await services.change(link.page, changeContext) {
                try $0.withdrawVerdict(on: link.subject, changeContext)
            }
        }
    }

    private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let link = try await services.authorizeLink(request, context)
        return try await services.readingPage {
            // In this order: an approval of a state must not cover changes that are later than the difference.
            let state = try await link.store.review(link.page, link.subject)
            let difference = try await link.difference(state)
            let data = state.json.merging([
                "page": .string(link.page), "approver": .string(link.actor.name),
                "difference": .object(difference.json),
            ]) { $1 }
            return await services.respond(to: request, .object(data), tag: StateTag(state.text))
        }
    }

    private func addVerdict(
        _ kind: Approval.Kind, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let link = try await services.authorizeLink(request, context)
        let plan = try ApprovalPlan(kind, json: try await RequestBodyReader.standard.json(of: request))
        let changeContext = ChangeContext(link.actor, requestID: context.requestID)
        return try await services.change(link.page, changeContext, status: .created) {
            try $0.addVerdict(kind, on: link.subject, plan, changeContext)
        }
    }
}

/// A request with a preview link that may approve.
struct LinkRequest: Sendable {
    /// The link's creator, with the right to approve what the link shows.
    let actor: Actor
    let page: String
    let subject: ReviewedState.Subject
    let store: any PageStore

    /// Checks the secret in the header field, and that the link may approve.
    init(_ request: Request, _ context: ServerContext, store: any PageStore, clock: PublishingClock) async throws {
        guard let secret = request.headers[.preview].flatMap(LinkSecret.init(parsing:)) else {
            throw PublishingError.unknownLink
        }
        let approver = try await store.linkApprover(with: secret)
        let scope = Scope.page(approver.link.page)
        actor = try approver.actor(at: clock.now)
            .authorized(by: Authorization(.link(hash: secret.hash), needs: .publisher, on: scope))
        page = approver.link.page
        subject = try approver.subject
        self.store = store
        if request.method != .get, request.method != .head { try context.permit?.beginChange() }
    }

    /// What the approval of a state changes.
    func difference(_ state: ReviewedState) async throws -> RevisionDifference {
        switch subject {
        case .draft: try await store.draftDifference(page).difference
        case .release: try await store.difference(page, of: state.revision, against: state.against).difference
        }
    }
}
