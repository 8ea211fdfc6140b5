import HTTPTypes
import Hummingbird
import Publishing

/// Serves the files of the console, which operators use in the browser.
struct ConsoleRoutes: Sendable {
    let files: ServerFiles
    /// Whether the server's public URL has a path, which a proxy removes from requests.
    let isBelowPath: Bool

    func register(_ routes: Routes) {
        routes.get("/") { request, _ in
            // A browser that opens the server's address is looking for the console. Other clients do not accept HTML.
            guard request.headers[.accept]?.contains("text/html") == true, files.console.file(at: "") != nil else {
                throw PublishingError.notFound("There is no resource at this path.")
            }
            let location = isBelowPath ? "admin/" : "/admin/"
            return Response(status: .found, headers: [.location: location, .cacheControl: "no-store", .vary: "Accept"])
        }
        routes.get("/admin") { request, _ in
            // The router matches this path with and without the slash; relative paths in the files need it.
            guard request.uri.path.hasSuffix("/") else {
                let location = isBelowPath ? "admin/" : "/admin/"
                return Response(status: .permanentRedirect, headers: [.location: location, .cacheControl: "no-store"])
            }
            return try await respond(to: request, path: "")
        }
        // The page that a preview link opens. It has the secret in its fragment, which browsers do not send.
        routes.get("/preview") { request, _ in
            guard !request.uri.path.hasSuffix("/") else {
                return Response(
                    status: .permanentRedirect, headers: [.location: "../preview", .cacheControl: "no-store"])
            }
            let console = files.console
            guard let file = isBelowPath ? console.relativePreview?.value : console.file(at: "preview.html") else {
                throw PublishingError.notFound("This server has no page for previews. Read /homepage with the link.")
            }
            var response = await respond(to: request, file)
            response.headers[.referrerPolicy] = "no-referrer"
            return response
        }
        routes.get("/admin/**") { request, context in
            try await respond(to: request, path: context.parameters.getCatchAll().joined(separator: "/"))
        }
    }

    private func respond(to request: Request, path: String) async throws -> Response {
        let depth = isBelowPath ? request.uri.path.utf8.count { $0 == UInt8(ascii: "/") } - 2 : nil
        guard let file = files.console.file(at: path, depth: depth) else {
            throw PublishingError.notFound("The console has no such file.")
        }
        return await respond(to: request, file)
    }

    private func respond(to request: Request, _ file: Representation) async -> Response {
        // Shared caches may keep the files but must revalidate them each time, because an upgrade changes them.
        var response = await file.response(to: request, caching: [.cacheControl: "public, no-cache"])
        // The policies matter only for documents. The first view loads a hundred files, and each header costs bytes.
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

/// The console's files in memory. Their representations are made when they are first requested.
struct ConsoleFiles: Sendable {
    private let files: [String: Deferred<Representation>]
    private let folders: Set<Substring>
    /// `index.html` with relative URLs, indexed by the number of folders below `/admin/` in the request's path.
    private let relativePages: [Deferred<Representation>]
    /// `preview.html` with relative URLs.
    let relativePreview: Deferred<Representation>?

    private static let maximumFolders = 16

    /// The content security policy. Pages of the console may load files and send requests only from and to their own
    /// server, but show pictures from anywhere. Trusted Types prevent text from becoming markup.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https: http:; "
        + "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"

    /// - Parameter files: the bytes of each file by its path below `/admin/`. Files with types that are not in
    ///   ``MediaTypes/console`` are not served.
    init(_ files: [String: [UInt8]]) {
        var known: [String: Deferred<Representation>] = [:]
        for (path, bytes) in files {
            guard let type = MediaTypes.console.type(of: path) else { continue }
            known[path] = Deferred { Representation(bytes, contentType: type) }
        }
        self.files = known
        relativePreview = files["preview.html"].map { Self.relative($0, to: "admin/") }
        relativePages = (0...Self.maximumFolders).compactMap { depth in
            files["index.html"].map {
                Self.relative($0, to: depth == 0 ? "./" : String(repeating: "../", count: depth))
            }
        }
        folders = Set(known.keys.compactMap { $0.contains("/") ? $0.split(separator: "/").first : nil })
    }

    /// Returns a page whose URLs below `/admin/` are relative.
    ///
    /// - Parameter folder: the relative path of `/admin/`.
    private static func relative(_ page: [UInt8], to folder: String) -> Deferred<Representation> {
        Deferred {
            let text = String(decoding: page, as: UTF8.self).replacing("\"/admin/", with: "\"\(folder)")
            return Representation(Array(text.utf8), contentType: MediaTypes.html)
        }
    }

    /// Returns the file at a path. A path that is neither a file nor in a folder of files is a view of the console,
    /// which `index.html` renders.
    ///
    /// - Parameter depth: the number of folders below `/admin/` in the browser's URL, for a page with relative URLs;
    ///   nil for absolute URLs.
    func file(at path: String, depth: Int? = nil) -> Representation? {
        if let file = files[path] { return file.value }
        let first = path.prefix { $0 != "/" }
        guard !folders.contains(first), !first.contains(".") else { return nil }
        guard let depth else { return files["index.html"]?.value }
        return relativePages.indices.contains(depth) ? relativePages[depth].value : nil
    }
}

/// Serves the pictures of the starter pages from memory.
struct AssetRoutes: Sendable {
    let files: ServerFiles

    func register(_ routes: Routes) {
        routes.publicGet("/assets/**") { request, context in
            let path = context.parameters.getCatchAll().joined(separator: "/")
            guard let asset = files.asset(at: path) else {
                throw PublishingError.notFound("There is no picture at this path.")
            }
            var response = await asset.response(to: request, caching: [.cacheControl: "public, max-age=86400"])
            // A picture that is opened as a document must not run scripts.
            response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }
}
