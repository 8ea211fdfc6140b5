import HomeBlocks
import Hummingbird
import Publishing

/// What was, is and will be live from when on: releases, and takeovers by other pages.
struct ReleaseRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}"
        routes.get("\(path)/releases") { request, context in
            let parameters = try await desk.admit(request, context, parameters: ["limit", "cursor"])
            let range = try desk.range(parameters, numbers: 2)
            let part = try await desk.store.releases(try context.parameters.require("page"), range)
            return await desk.answer(
                request,
                [
                    "releases": .array(part.elements.map { .object($0.json) }),
                    "next": part.next.map { .string($0) } ?? .null,
                ])
        }
        routes.delete("\(path)/releases/{id}") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .publisher)
            let page = try context.parameters.require("page")
            let outcome = try await desk.store.cancelRelease(
                try context.number("release"), of: page, try desk.info(request, context, by: actor))
            return await desk.changed(.page(page), outcome.release.json, carried: outcome.carried)
        }
        routes.get("\(path)/takeovers") { request, context in
            try await desk.admit(request, context)
            let takeovers = try await desk.store.takeovers(try context.parameters.require("page"))
            return await desk.answer(request, .array(takeovers.map { .object($0.json) }))
        }
        routes.post("\(path)/takeovers") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .publisher)
            let body = try await RequestBodyReader.standard.json(of: request)
            let info = try desk.info(request, context, by: actor, body: body)
            let page = try context.parameters.require("page")
            let takeover = try await desk.store.takeOver(page, try TakeoverPlan(json: body), info)
            return await desk.changed(.page(page), takeover.json, status: .created)
        }
        routes.delete("\(path)/takeovers/{id}") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .publisher)
            let page = try context.parameters.require("page")
            let takeover = try await desk.store.cancelTakeover(
                try context.number("takeover"), of: page, try desk.info(request, context, by: actor))
            return await desk.changed(.page(page), takeover.json)
        }
    }
}

extension ServerContext {
    /// The number that the path names something by.
    fileprivate func number(_ thing: String) throws -> Int64 {
        guard let id = Int64(try parameters.require("id")), id >= 1 else {
            throw PublishingError.malformed("A \(thing) is named by its id, a whole number from 1.")
        }
        return id
    }
}
