import HTTPTypes
import Hummingbird
import Publishing

/// The routes that read published pages: documents, sections, orders, and the list of pages. With the secret of a
/// preview link, they read what it shows.
struct ReadRoutes: Sendable {
    let reader: PageReader
    let pages: PublishedPages
    let links: LinkReader

    func register(_ routes: Routes) {
        for route in ReadRoute.allCases {
            let template = "\(route.template)"
            routes.publicGet(template) { request, context in
                try await respond(to: request, Target(route, context), try RequestParameters(reading: request))
            }
            guard route.takesPost else { continue }
            routes.post(template) { request, context in
                try await respond(
                    to: request, Target(route, context), try await RequestParameters.withBody(request, context))
            }
        }
        routes.publicGet("/pages") { request, _ in
            await reader.response(to: request, with: try await pages.list())
        }
        // For apps that cannot send a header field, but whose base URL can be set.
        let path = "/preview/{link}/**"
        routes.publicGet(path) { request, context in
            if let response = Self.redirection(of: context.parameters.getCatchAll()) { return response }
            return try await respond(to: request, Target(below: context), try RequestParameters(reading: request))
        }
        routes.post(path) { request, context in
            let target = try Target(below: context, isPost: true)
            return try await respond(to: request, target, try await RequestParameters.withBody(request, context))
        }
    }

    /// Returns a redirection to what is the same without a link: an app appends the paths of pictures to its base URL.
    private static func redirection(of path: [Substring]) -> Response? {
        guard ["assets", "pictures", "pages"].contains(path.first) else { return nil }
        // Relative, because a proxy may remove a path from requests.
        let up = String(repeating: "../", count: path.count + 1)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: up + path.joined(separator: "/"), .cacheControl: "no-store"])
    }

    /// What a request reads: the route, the parameters in its path, and the secret of the link.
    private struct Target {
        let route: ReadRoute
        let code: String?
        let card: String?
        let secret: String?

        init(_ route: ReadRoute, _ context: ServerContext) {
            self.route = route
            code = context.parameters.get("code")
            card = context.parameters.get("card")
            secret = nil
        }

        /// Parses the path below a link.
        init(below context: ServerContext, isPost: Bool = false) throws(PublishingError) {
            var path = "/\(context.parameters.getCatchAll().joined(separator: "/"))"
            let match = path.withUTF8 { bytes in
                ReadRoute.match(ASCII.Bytes(bytes)).map { route, values in
                    (route, [values.0, values.1].map { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) })
                }
            }
            guard let (route, values) = match, !isPost || route.takesPost else {
                throw .notFound(
                    "A preview link has no resource at this path. It has those of pages, such as /homepage.")
            }
            self.route = route
            (code, card) = (values[0], values[1])
            secret = context.parameters.get("link") ?? ""
        }
    }

    private func respond(
        to request: Request, _ target: Target, _ parameters: RequestParameters
    ) async throws -> Response {
        let read = try ReadRequest(
            target.route, code: target.code, card: target.card,
            pageLimit: reader.settings.pageLimit, attributes: parameters.values(of: reader.settings.attributes),
            ignored: parameters.undecoded(of: reader.settings.attributes)
        ) { parameters[$0.rawValue] }
        let secret = target.secret ?? request.headers[.preview].flatMap { $0.isEmpty ? nil : $0 }
        if let secret, let response = try await links.response(to: request, read, with: secret) { return response }
        var response = await reader.response(
            to: request, with: try await reader.representation(for: read), ignored: read.ignored)
        // A cache must not serve a response below a link to anyone else.
        if secret != nil { response.headers.makeUncacheable() }
        return response
    }
}

extension HTTPFields {
    fileprivate mutating func makeUncacheable() {
        self[.cacheControl] = "no-store"
        self[.cdnCacheControl] = nil
    }
}
