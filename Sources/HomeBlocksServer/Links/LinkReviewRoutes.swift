import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Reviews with preview links that may approve: everyone with the link does so in the name of its creator.
struct LinkReviewRoutes: Sendable {
    let services: OperatorServices
    // Everyone with a link can read, so these reads do not take the permits of operators' reads.
    private let reads = ConcurrencyLimit(2)
    private let limit = MinuteLimit()

    init(services: OperatorServices) { self.services = services }

    func register(_ routes: Routes) {
        let path = "/preview/review"
        routes.get(path) { request, context in try await read(request, context) }
        routes.post("\(path)/approvals") { request, context in try await addVerdict(.approval, request, context) }
        routes.post("\(path)/objections") { request, context in try await addVerdict(.objection, request, context) }
        routes.delete("\(path)/approvals") { request, context in
            try await change(try await services.authorizeLink(request, context), context, status: .ok) {
                try $0.withdrawVerdict(on: $1, $2)
            }
        }
    }

    private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let link = try await services.authorizeLink(request, context)
        let permit = try await reads.permit()
        let (state, difference) = try await link.store.reviewWithDifference(link.page, link.subject)
        let plan = link.plan
        let data = state.json.merging([
            "page": .string(link.page), "approver": .string(link.actor.name), "person": .string(link.actor.person),
            "client": plan.clientJSON ?? .null, "shownAt": plan.at.map { .string($0.rfc3339) } ?? .null,
            "difference": .object(difference.json),
        ]) { $1 }
        return await services.respond(to: request, .object(data)).holding(permit)
    }

    private func addVerdict(
        _ kind: Approval.Kind, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let link = try await services.authorizeLink(request, context)
        let plan = try ApprovalPlan(kind, json: try await RequestBodyReader.standard.json(of: request))
        return try await change(link, context, status: .created) { try $0.addVerdict(kind, on: $1, plan, $2) }
    }

    private func change(
        _ link: LinkRequest, _ context: ServerContext, status: HTTPResponse.Status,
        _ decide:
            @escaping @Sendable (
                inout PageTransaction, ReviewedState.Subject, ChangeContext
            ) throws -> ChangeOutcome
    ) async throws -> Response {
        guard limit.allows(link.actor.link.map { "\($0)" }, at: services.clock.now) else {
            throw ProblemDetails.tooManyVerdicts
        }
        let changeContext = ChangeContext(link.actor, requestID: context.requestID)
        let subject = link.subject
        return try await services.change(link.page, changeContext, affectsClients: subject != .draft, status: status) {
            try decide(&$0, subject, changeContext)
        }
    }
}

/// A request with a preview link that may approve.
struct LinkRequest: Sendable {
    /// The link's creator, with the right to approve what the link shows.
    let actor: Actor
    let page: String
    let subject: ReviewedState.Subject
    let plan: LinkPlan
    let store: any PageStore

    /// Checks the secret in the header field, and that the link may approve.
    init(_ request: Request, _ context: ServerContext, store: any PageStore, clock: PublishingClock) async throws {
        guard let text = request.headers[.preview], !text.isEmpty else {
            throw PublishingError.unauthorized("Send the secret of a preview link as HomeBlocks-Preview.")
        }
        guard let secret = LinkSecret(parsing: text) else { throw PublishingError.unknownLink }
        let approver = try await store.linkApprover(with: secret)
        let scope = Scope.page(approver.link.page)
        actor = try approver.actor(at: clock.now)
            .authorized(by: Authorization(.link(hash: secret.hash), needs: .publisher, on: scope))
        page = approver.link.page
        subject = try approver.subject
        plan = approver.link.plan
        self.store = store
        if request.method != .get, request.method != .head { try context.permit?.beginChange() }
    }
}
