import Foundation
import HomeBlocks
import HomeBlocksServer
import Publishing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The pictures of a server, or of a database on this machine. Pictures are JSON as in the API.
enum PictureAccess {
    case server(OperatorClient)
    case store(any PageStore, PictureRules)

    /// - Parameter creates: whether a missing database is created.
    static func open(
        _ options: DatabaseOptions, _ server: ServerOptions, creates: Bool = false
    ) async throws -> PictureAccess {
        if let client = try server.client(options) { return .server(client) }
        let configuration = try await options.load()
        let store = try await CommandEnvironment.open(configuration, creates: creates).store
        return .store(store, configuration.server.pictures)
    }

    /// - Parameter name: the display name; nil for one that is derived from the id.
    func add(_ bytes: [UInt8], name: String?) async throws -> JSONValue {
        let header: PictureHeader
        do { header = try PictureHeader(bytes) } catch { throw ProgramError("The file \(error.reason).") }
        switch self {
        case .server(let client):
            let body = try await client.upload(
                bytes, type: header.format.mediaType, to: "/api/pictures",
                query: name.map { [URLQueryItem(name: "name", value: $0)] } ?? [])
            return try CommandResult(parsing: body).data
        case .store(let store, let rules):
            guard bytes.count <= rules.maximumPictureBytes else {
                throw ProgramError(
                    "The file has more than the limit pictures.maximumPictureBytes of \(rules.maximumPictureBytes) bytes."
                )
            }
            let upload = try PictureUpload(bytes, format: header.format, name: name)
            return .object(
                try await store.addPicture(upload, maximumBytes: rules.maximumBytes, ChangeContext(.console)).picture
                    .json)
        }
    }

    func list(_ query: String, isUsed: Bool?) async throws -> [JSONValue] {
        switch self {
        case .server(let client):
            var items = [URLQueryItem(name: "q", value: query)]
            if let isUsed { items.append(URLQueryItem(name: "used", value: "\(isUsed)")) }
            return try await client.list("/api/pictures", "pictures", limit: .max, query: items).data.list("pictures")
        case .store(let store, _):
            var (pictures, cursor): ([JSONValue], String?) = ([], nil)
            repeat {
                let range = try ListRange(limit: ListRange.limits.upperBound, cursor: cursor)
                let part = try await store.pictures(PictureFilter(query: query, isUsed: isUsed), range, for: .readAll)
                pictures += part.elements.map { picture, pages in
                    .object(
                        picture.json.merging(["pages": .array(pages.map { .string($0) })], uniquingKeysWith: { $1 }))
                }
                cursor = part.next
            } while cursor != nil
            return pictures
        }
    }

    /// Returns a picture that may be deleted.
    func removable(_ id: String) async throws -> JSONValue {
        let picture = try await list(id, isUsed: nil).first(of: id, "picture")
        let pages = picture.codes("pages")
        guard pages.isEmpty else {
            throw ProgramError("The picture \(id) cannot be deleted: it is used in \(pages.joined(separator: ", ")).")
        }
        return picture
    }

    func remove(_ id: String) async throws {
        switch self {
        case .server(let client): _ = try await client.result("DELETE", "/api/pictures/\(id)")
        case .store(let store, _): _ = try await store.deletePicture(id, ChangeContext(.console))
        }
    }

    // MARK: Archives

    /// A picture with its bytes; nil if there is none.
    func read(_ id: String) async throws -> (picture: JSONValue, bytes: [UInt8])? {
        switch self {
        case .server(let client):
            guard let found = try await list(id, isUsed: nil).first(where: { $0.text("id") == id }) else { return nil }
            return (found, try await client.send("GET", found.text("url")))
        case .store(let store, _):
            guard let content = try await store.pictureContent(id) else { return nil }
            return (.object(try await store.picture(id, for: .readAll).picture.json), content.bytes)
        }
    }

    /// Adds a picture from an archive.
    ///
    /// - Parameters:
    ///   - fileName: its name in the archive.
    ///   - archived: its description in the archive; nil if there is none.
    func add(_ bytes: [UInt8], named fileName: String, describedAs archived: JSONValue?) async throws {
        let name = [archived?.text("name") ?? "", fileName].first { Identifier.isTitle($0) }
        let picture = try await add(bytes, name: name)
        if let archived { try await describe(picture, as: archived, named: fileName) }
    }

    /// Sets the description from an archive on a picture that existed before, except members that an operator has set.
    private func describe(_ picture: JSONValue, as archived: JSONValue, named fileName: String) async throws {
        let (id, path) = (picture.text("id"), picture.text("url"))
        var members: JSONObject = [:]
        if picture.text("alt").isEmpty, picture.codes("tags").isEmpty {
            if !archived.text("alt").isEmpty { members["alt"] = .string(archived.text("alt")) }
            if !archived.codes("tags").isEmpty { members["tags"] = .array(archived.codes("tags").map { .string($0) }) }
        }
        // Names that no operator chose: file names, and the name that is derived from the id.
        let file = URL(filePath: path)
        let given = [fileName, file.lastPathComponent, "\(id.prefix(8)).\(file.pathExtension)"]
        let name = archived.text("name")
        if Identifier.isTitle(name), name != picture.text("name"), given.contains(picture.text("name")) {
            members["name"] = .string(name)
        }
        guard !members.isEmpty else { return }
        switch self {
        case .server(let client):
            let path = "/api/pictures/\(id)"
            _ = try await client.result("PATCH", path, body: .object(members), state: path)
        case .store(let store, _):
            _ = try await store.changePicture(id, PicturePatch(json: .object(members)), ChangeContext(.console))
        }
    }
}
