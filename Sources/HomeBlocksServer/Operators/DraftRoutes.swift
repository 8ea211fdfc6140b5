import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The draft as a whole.
struct DraftRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}/draft"
        routes.get("\(path)/diff") { request, context in
            try await desk.admit(request, context)
            let page = try context.parameters.require("page")
            return try await desk.readingPage {
                let difference = try await desk.store.draftDifference(page)
                return await desk.answer(request, .object(difference.json), tag: difference.draft?.differenceTag)
            }
        }
        routes.post("\(path)/publish") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .publisher)
            let body = try await RequestBodyReader.standard.jsonIfAny(of: request)
            let info = try desk.info(request, context, by: actor, body: body, tag: .own)
            let page = try context.parameters.require("page")
            let outcome = try await desk.store.publish(page, try Publication(json: body), info)
            return await desk.changed(.page(page), outcome.release.json, carried: outcome.carried, status: .created)
        }
        routes.delete(path) { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .editor)
            let info = try desk.info(request, context, by: actor, tag: .own)
            let page = try context.parameters.require("page")
            let draft = try await desk.store.discardDraft(page, info)
            return await desk.changed(
                .page(page), ["page": .string(draft.page), "revision": JSONValue(draft.revision)])
        }
    }
}
