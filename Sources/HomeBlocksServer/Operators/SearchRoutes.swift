import HomeBlocks
import Hummingbird
import Logging
import Publishing
import ServiceLifecycle

/// The API for searching the content of all pages.
struct SearchRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/search") { request, context in
            let operation = try await services.authorizeRead(
                request, context, on: .shared, parameters: ["q", "page", "limit", "cursor"])
            let query = try SearchQuery(try operation.parameters.text("q") ?? "")
            let part = try await operation.store.search(
                query, page: operation.parameters["page"], try operation.range(), for: operation.rights)
            return await services.respond(
                to: request,
                ["results": .array(part.elements.map(\.json)), "next": part.next.map { .string($0) } ?? .null])
        }
    }
}

/// Adds blocks and pictures from earlier versions of the program to the search indexes.
struct SearchIndexService: NamedService {
    let store: any PageStore
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            await index()
            // The program stops when a service returns.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        }
    }

    private func index() async {
        var count = 0
        do {
            while !Task.isCancelled {
                let step = try await store.indexTexts()
                if step == 0 { break }
                count += step
            }
        } catch {
            // The next start tries again.
            logger.warning("the search indexes cannot be completed", metadata: ["reason": "\(error)"])
        }
        if count > 0 { logger.info("the search indexes were completed", metadata: ["count": "\(count)"]) }
    }
}
