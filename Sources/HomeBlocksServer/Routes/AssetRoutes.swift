import HTTPTypes
import Hummingbird
import Publishing

/// The starter pages' own pictures, from memory.
struct AssetRoutes: Sendable {
    private let assets: [String: Representation]

    /// - Parameter files: each picture's bytes by its path below `/assets/`.
    init(files: [String: [UInt8]]) {
        assets = files.mapValues { Representation($0, contentType: "image/svg+xml") }
    }

    func register(_ routes: Routes) {
        routes.get("/assets/**") { request, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            guard let asset = assets[path] else {
                throw PublishingError.notFound("There is no picture at this path.")
            }
            var response = await asset.response(to: request, cacheControl: "public, max-age=86400")
            // A picture that is opened by itself must not run anything.
            response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }
}
