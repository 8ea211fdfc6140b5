import HomeBlocks
import Hummingbird
import Publishing

/// The API of drafts, releases and takeovers, which decide what is live and when.
struct ReleaseRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}"
        routes.get("\(path)/draft/diff") { request, context in try await draftDifference(request, context) }
        routes.post("\(path)/draft/publish") { request, context in try await publishDraft(request, context) }
        routes.post("\(path)/draft/restore") { request, context in try await restoreIntoDraft(request, context) }
        routes.delete("\(path)/draft") { request, context in try await discardDraft(request, context) }
        routes.get("\(path)/releases") { request, context in try await listReleases(request, context) }
        routes.get("\(path)/releases/{id}") { request, context in try await readRelease(request, context) }
        routes.patch("\(path)/releases/{id}") { request, context in try await changeRelease(request, context) }
        routes.delete("\(path)/releases/{id}") { request, context in try await cancelRelease(request, context) }
        routes.get("\(path)/takeovers") { request, context in
            let operation = try await services.authorizeRead(request, context)
            let page = try operation.page
            let takeovers = try await operation.store.takeovers(page, for: operation.rights)
            return await services.respond(to: request, .array(takeovers.map { .object($0.json) }))
        }
        routes.post("\(path)/takeovers") { request, context in try await takeOver(request, context) }
        routes.patch("\(path)/takeovers/{id}") { request, context in try await changeTakeover(request, context) }
        routes.delete("\(path)/takeovers/{id}") { request, context in try await cancelTakeover(request, context) }
    }

    // MARK: The draft

    private func draftDifference(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context)
        let page = try operation.page
        return try await services.readingPage {
            let difference = try await operation.store.draftDifference(page)
            return await services.respond(
                to: request, .object(difference.json), tag: difference.draft?.differenceTag)
        }
    }

    private func publishDraft(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["dryRun"])
        let isDryRun = try operation.isDryRun
        let body = try await operation.jsonIfAny()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let page = try operation.page
        let publication = try Publication(json: body, isDryRun: isDryRun)
        return try await services.change(page, changeContext, isDryRun: isDryRun, status: .created) { page in
            try page.publish(publication, changeContext)
        }
    }

    private func restoreIntoDraft(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor, parameters: ["dryRun"])
        let isDryRun = try operation.isDryRun
        let body = try await operation.json()
        // No ETag can be required, because there may be no draft.
        let changeContext = try services.changeContext(operation, body: body, tag: .parent)
        let page = try operation.page
        let restoration = try DraftRestoration(json: body, isDryRun: isDryRun)
        return try await services.change(
            page, changeContext, needs: .revision(restoration.revision), isDryRun: isDryRun
        ) { try $0.restoreIntoDraft(restoration, changeContext) }
    }

    private func discardDraft(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor)
        let changeContext = try services.changeContext(operation, tag: .own)
        return try await services.change(try operation.page, changeContext) { try $0.discardDraft(changeContext) }
    }

    // MARK: Releases

    private func listReleases(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context, parameters: ["limit", "cursor"])
        let part = try await operation.store.releases(try operation.page, try operation.range(numbers: 2))
        return await services.respond(
            to: request,
            [
                "releases": .array(part.elements.map { .object($0.json) }),
                "next": part.next.map { .string($0) } ?? .null,
            ])
    }

    private func readRelease(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context)
        let release = try await operation.store.release(
            try operation.number("id", of: "release"), of: try operation.page)
        return await services.respond(to: request, .object(release.json), tag: release.stateTag)
    }

    private func changeRelease(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let body = try await operation.json()
        let page = try operation.page
        let id: Int64 = try operation.number("id", of: "release")
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let change = try ReleaseChange(json: body)
        return try await services.change(page, changeContext, needs: .release(id)) { page in
            try page.changeRelease(id, change, changeContext)
        }
    }

    private func cancelRelease(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["intoDraft"])
        let page = try operation.page
        let id: Int64 = try operation.number("id", of: "release")
        let intoDraft = try operation.parameters.flag("intoDraft")
        let changeContext = try services.changeContext(operation)
        return try await services.change(page, changeContext, needs: .release(id)) { page in
            try page.cancelRelease(id, intoDraft: intoDraft, changeContext)
        }
    }

    // MARK: Takeovers

    private func takeOver(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let plan = try TakeoverPlan(json: body)
        return try await services.change(try operation.page, changeContext, status: .created) { page in
            try page.takeOver(plan, changeContext)
        }
    }

    private func changeTakeover(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let body = try await operation.json()
        let page = try operation.page
        let id: Int64 = try operation.number("id", of: "takeover")
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let change = try TakeoverChange(json: body)
        return try await services.change(page, changeContext) { page in
            try page.changeTakeover(id, change, changeContext)
        }
    }

    private func cancelTakeover(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let page = try operation.page
        let id: Int64 = try operation.number("id", of: "takeover")
        let changeContext = try services.changeContext(operation)
        return try await services.change(page, changeContext) { try $0.cancelTakeover(id, changeContext) }
    }
}
