import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// The API for uploading and managing pictures, and the public route that serves them.
struct PictureRoutes: Sendable {
    let services: OperatorServices
    let cache: PictureCache
    /// Limits uploads, because each one holds a whole picture in memory.
    private let uploads = ConcurrencyLimit(4)

    init(services: OperatorServices, cache: PictureCache) {
        self.services = services
        self.cache = cache
    }

    static let fileTemplate: StaticString = "/pictures/{file}"

    private var rules: PictureRules { services.settings.pictures }

    func register(_ routes: Routes) {
        routes.publicGet("\(Self.fileTemplate)") { request, context in
            let file = try context.parameters.require("file")
            guard let id = PictureCache.id(ofFile: file), let picture = try await cache.picture(id),
                picture.file == file
            else { throw PublishingError.notFound("There is no picture at this path.") }
            let representation = picture.representation
            let whole = await representation.response(to: request, caching: representation.caching ?? [:])
            return try representation.part(of: whole, for: request)
        }
        routes.get("/api/pictures") { request, context in try await list(request, context) }
        routes.post("/api/pictures") { request, context in try await upload(request, context) }
        routes.get("/api/pictures/{id}") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            let (picture, uses) = try await operation.store.picture(try operation.path("id"), for: operation.rights)
            let json = picture.json.merging(["uses": .array(uses.map(\.json))], uniquingKeysWith: { $1 })
            // The ETag covers the picture's metadata only, not its uses.
            return .uncached(PublishedPage.envelope(JSONValue.object(json).encoded), tag: picture.tag)
        }
        routes.patch("/api/pictures/{id}") { request, context in try await change(request, context) }
        routes.delete("/api/pictures/{id}") { request, context in try await delete(request, context) }
        routes.post("/api/pictures/{id}/replace") { request, context in try await replace(request, context) }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(
            request, context, on: .shared, parameters: ["q", "used", "limit", "cursor"])
        let parameters = operation.parameters
        let filter = PictureFilter(
            query: try parameters.text("q") ?? "", isUsed: parameters["used"] == nil ? nil : try parameters.flag("used")
        )
        let part = try await operation.store.pictures(filter, try operation.range(), for: operation.rights)
        let usage = try await operation.store.pictureUsage()
        let pictures = part.elements.map { picture, pages in
            JSONValue.object(
                picture.json.merging(["pages": .array(pages.map { .string($0) })], uniquingKeysWith: { $1 }))
        }
        return await services.respond(
            to: request,
            [
                "pictures": .array(pictures), "usage": usage.json(maximumBytes: rules.maximumBytes),
                "next": part.next.map { .string($0) } ?? .null,
            ])
    }

    private func upload(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(
            request, context, as: .editor, on: .shared, parameters: ["name"])
        let changeContext = try services.changeContext(operation)
        let typeName = request.headers[.contentType].map { MediaTypeName($0).name }
        guard let type = PictureMediaType(name: typeName) else { throw Self.wrongType }
        let permit = try await uploads.permit()
        let reader = RequestBodyReader(limit: rules.maximumPictureBytes, limitName: "pictures.maximumPictureBytes")
        let bytes = Array(try await reader.bytes(of: request).readableBytesView)
        let upload = try PictureUpload(bytes, format: type.format, name: operation.parameters["name"])

        let (picture, isNew) = try await operation.store.addPicture(
            upload, maximumBytes: rules.maximumBytes, changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(
            ChangeOutcome(picture.json, tag: picture.tag), status: isNew ? .created : .ok,
            location: isNew ? "/api/pictures/\(picture.id)" : nil
        ).holding(permit)
    }

    private static let wrongType = ProblemDetails(
        .unsupportedMediaType, "media-type",
        "The body must be a picture. Send its bytes with one of these as Content-Type: "
            + PictureFormat.allCases.map(\.mediaType).joined(separator: ", ")
            + ". With application/octet-stream, the format is detected from the file.")

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor, on: .shared)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)

        let picture = try await operation.store.changePicture(
            try operation.path("id"), try PicturePatch(json: body), changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(picture.json, tag: picture.tag)
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let changeContext = try services.changeContext(operation, tag: .own)

        let picture = try await operation.store.deletePicture(try operation.path("id"), changeContext)

        cache.drop(picture.id)
        await services.refreshCaches(after: .nothing)
        return services.respond(picture.json)
    }

    private func replace(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor, on: .shared)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let replacement = try PictureReplacement(json: body)

        let outcome = try await operation.store.replacePicture(
            try operation.path("id"), with: replacement.picture, changeContext)

        let pages = (outcome.data["pages"]?.array ?? []).compactMap { $0.object?["page"]?.string }
        await services.refreshCaches(after: .pages(Set(pages)))
        return services.respond(outcome)
    }
}
