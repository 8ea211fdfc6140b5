import COpenAPI
import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing
import Synchronization

/// Serves the list of layouts and the JSON Schema of each.
struct BlockTypeRoutes: Sendable {
    private let layouts: CurrentLayouts
    private let descriptions = Descriptions()
    private let caching: HTTPFields

    init(layouts: CurrentLayouts, settings: ServerSettings, now: Instant) {
        self.layouts = layouts
        caching = [.cacheControl: settings.cacheControl.value(at: now, changesAt: nil)]
    }

    /// The descriptions of the layouts, made once for each set of layouts that is read.
    private final class Descriptions: Sendable {
        struct Made {
            let number: Int
            let list: Representation
            let schemas: [String: Representation]
        }

        private let state = Mutex<Made?>(nil)

        func of(_ layouts: LayoutSet) -> Made {
            state.withLock { known in
                if let known, known.number == layouts.number { return known }
                let made = Self.made(layouts)
                known = made
                return made
            }
        }

        private static func made(_ layouts: LayoutSet) -> Made {
            let types = layouts.catalog.types.values.sorted { $0.showType < $1.showType }
            return Made(
                number: layouts.number,
                list: Representation(
                    PublishedPage.envelope(JSONValue.array(types.map(BlockTypeRoutes.line)).encoded)),
                schemas: layouts.catalog.types.mapValues { type in
                    Representation(type.schema.json.encoded, contentType: "application/schema+json")
                })
        }
    }

    private static func line(_ type: BlockType) -> JSONValue {
        [
            "showType": .string(type.showType), "title": .string(type.title),
            "titles": .object(JSONObject(type.titles.map { ($0.key, .string($0.value)) }, uniquingKeysWith: { $1 })),
            "schema": .string("/block-types/\(type.showType)"),
            "items": type.items.map { .string($0.description) } ?? .null,
            "itemId": .array(type.cardIdentity.pointers.map { .string($0.description) }),
            "minimumCards": JSONValue(type.minimumCards),
            "summary": type.summary.map { .array($0.sorted().map { .string($0.text) }) } ?? .null,
            "pin": type.pin.map { .string($0.rawValue) } ?? .null,
            "minVersion": .object(
                JSONObject(
                    type.floor.versions.map { ($0.key.rawValue, .string($0.value.text)) }, uniquingKeysWith: { $1 })),
            "client": type.client.map { .string($0.rawValue) } ?? .null,
            "limits": ["blocks": JSONValue(PageDocument.maximumBlocks), "items": JSONValue(BlockType.maximumItems)],
        ]
    }

    func register(_ routes: Routes) {
        routes.publicGet("/block-types") { request, _ in
            await descriptions.of(layouts.current).list.response(to: request, caching: caching)
        }
        routes.publicGet("/block-types/{showType}") { request, context in
            let name = try context.parameters.require("showType")
            guard let schema = descriptions.of(layouts.current).schemas[name] else {
                throw PublishingError.notFound(
                    "There is no layout \"\(name.prefix(128))\". GET /block-types lists them.")
            }
            return await schema.response(to: request, caching: caching)
        }
    }
}

/// Serves the OpenAPI description of the HTTP API.
struct OpenAPIRoutes: Sendable {
    private let document = Deferred { Representation(OpenAPIDocument.bytes) }

    func register(_ routes: Routes) {
        routes.publicGet("/openapi.json") { request, _ in
            await document.value.response(to: request, caching: [.cacheControl: "public, max-age=300"])
        }
    }
}

/// The OpenAPI description of the HTTP API.
enum OpenAPIDocument {
    /// A copy of the bytes that are compiled into the program.
    static var bytes: [UInt8] {
        var count = 0
        let start = homeblocks_openapi(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}
