import HTTPTypes
import Hummingbird
import Publishing

/// The console, which operators use in the browser.
struct ConsoleRoutes: Sendable {
    let files: ConsoleFiles

    func register(_ routes: Routes) {
        routes.get("/admin") { request, _ in
            // The router takes this path with and without the slash, which paths in the files are relative to.
            guard request.uri.path.hasSuffix("/") else {
                return Response(status: .permanentRedirect, headers: [.location: "/admin/", .cacheControl: "no-store"])
            }
            return try await answer(request, path: "")
        }
        routes.get("/admin/**") { request, context in
            try await answer(request, path: context.parameters.getCatchAll().joined(separator: "/"))
        }
    }

    private func answer(_ request: Request, path: String) async throws -> Response {
        guard let file = files.file(at: path) else {
            throw PublishingError.notFound("The console has no such file.")
        }
        // The same for everybody, but asked for each time: a new program has new files.
        var response = await file.response(to: request, cacheControl: "public, no-cache")
        // What a page may do, only a page need be told: the first view has a hundred files, each with its head.
        guard file.contentType.hasPrefix("text/html") || file.contentType.hasPrefix("image/") else { return response }
        response.headers[.contentSecurityPolicy] = ConsoleFiles.policy
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .via
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .via
    fileprivate static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .via
}
