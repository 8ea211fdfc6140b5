import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The API of feeds: definitions, refreshes and logs.
struct FeedRoutes: Sendable {
    let services: OperatorServices
    let refresher: FeedRefresher
    /// Limits refreshes and dry runs, each of which sends a request to another server.
    private let requests = ConcurrencyLimit(4)

    init(services: OperatorServices, refresher: FeedRefresher) {
        self.services = services
        self.refresher = refresher
    }

    func register(_ routes: Routes) {
        routes.get("/api/feeds") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared, parameters: ["uses"])
            let withUses = try operation.parameters.flag("uses")
            let uses = withUses ? try await operation.store.feedUses(for: operation.rights) : nil
            let feeds = try await operation.store.feeds()
            let now = services.clock.now
            return await services.respond(to: request, .array(feeds.map { .object($0.listed(at: now, uses: uses)) }))
        }
        routes.get("/api/feed-rules") { request, context in
            try await services.authorizeRead(request, context, as: .publisher)
            return await services.respond(to: request, .object(services.settings.feeds.json))
        }
        routes.post("/api/feeds") { request, context in try await create(request, context) }
        routes.get("/api/feeds/{name}") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            let state = try await operation.store.feed(try operation.path("name"))
            return await services.respond(to: request, .object(state.json), tag: state.tag)
        }
        routes.put("/api/feeds/{name}") { request, context in try await replace(request, context) }
        routes.delete("/api/feeds/{name}") { request, context in try await delete(request, context) }
        routes.post("/api/feeds/{name}/refresh") { request, context in try await refresh(request, context) }
        routes.get("/api/feeds/{name}/log") { request, context in try await log(request, context) }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["dryRun"])
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let feed = try feed(body)
        if try operation.isDryRun { return try await trial(feed) }

        let outcome = try await operation.store.createFeed(feed, changeContext)

        refresher.wake()
        await services.refreshCaches(after: .nothing)
        return services.respond(outcome, status: .created, location: "/api/feeds/\(feed.name)")
    }

    private func replace(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["dryRun"])
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let feed = try feed(body, name: try operation.path("name"))
        if try operation.isDryRun { return try await trial(feed) }

        let state = try await operation.store.replaceFeed(feed, changeContext)

        refresher.wake()
        // A different time to live may show or hide the list.
        await refresher.publish(feed.name)
        await services.refreshCaches(after: .nothing)
        return services.respond(state.json, tag: state.tag)
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let changeContext = try services.changeContext(operation, tag: .own)
        let name = try operation.path("name")

        let state = try await operation.store.deleteFeed(name, changeContext)

        refresher.metrics.forget(name)
        await services.refreshCaches(after: .nothing)
        return services.respond(state.json)
    }

    private func refresh(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["dryRun"])
        _ = try services.changeContext(operation)
        let name = try operation.path("name")
        if try operation.isDryRun { return try await trial(try await operation.store.feed(name).feed) }
        let permit = try await requests.permit()

        let result = try await refresher.refresh(name, by: operation.actor)

        let items = try await operation.store.feed(name).feed.items
        return services.respond(result.json(items: items)).holding(permit)
    }

    private func log(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(
            request, context, on: .shared, parameters: ["limit", "cursor"])
        let name = try operation.path("name")
        let state = try await operation.store.feed(name)
        let part = try await operation.store.feedLog(name, try operation.range())
        return await services.respond(
            to: request,
            [
                "state": .object(state.progress.json(of: state.feed, at: services.clock.now)),
                "entries": .array(part.elements.map { .object($0.json) }),
                "next": part.next.map { .string($0) } ?? .null,
            ])
    }

    private func feed(_ body: JSONValue, name: String? = nil) throws(PublishingError) -> Feed {
        try Feed(checking: body, name: name, services.settings.feeds, services.catalog)
    }

    /// Responds to a dry run with the upstream's current list and its mapping.
    private func trial(_ feed: Feed) async throws -> Response {
        let permit = try await requests.permit()
        let result = try await refresher.trial(feed)
        return services.respond(result.json(items: feed.items)).holding(permit)
    }
}
