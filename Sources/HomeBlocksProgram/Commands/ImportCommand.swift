import ArgumentParser
import Foundation
import HomeBlocks
import Publishing
import SQLiteStore

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a file the next revision of a page.",
        discussion: "The file is what export wrote, or a response of the home page: its envelope or its bare data. A "
            + "response that is one part of a page becomes a page too; --append adds the next part to its end. An "
            + "archive of export --with-pictures brings its pictures.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var bypass: BypassOptions

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Option(help: "The page; it is created if there is none.")
    var page: String

    @Option(
        help: """
            The client family of a new page: netease, for the published apps of that family, or none. [the one that an \
            exported page names; that of its layouts for a response]
            """)
    var client: String?

    @Flag(help: "Add the sections to the end of the page, which keeps its others and its own fields.")
    var append = false

    @Flag(help: "Put the file into the draft of the page; nothing becomes live.")
    var draft = false

    private static let maximumFileSize = 64 << 20
    /// The limit for an archive with its pictures.
    private static let maximumInputSize = 4 << 30

    /// The name of the file in messages.
    private var name: String { file == "-" ? "standard input" : file }

    /// The folder of the database, which may be the only writable one; TMPDIR if a server is given.
    private func spoolFolder() async throws -> String {
        guard try server.client(options) == nil, case .file(let path) = try await options.load().database else {
            return NSTemporaryDirectory()
        }
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    func validate() throws {
        try Self.checkSlug(page)
        guard let client else { return }
        guard !draft else { throw ValidationError("--client is for a new page, which has no draft.") }
        guard PageImport.ClientChoice(client) != nil else {
            throw ValidationError("--client \(PageImport.ClientChoice.rule).")
        }
    }

    func run() async throws {
        let input =
            file == "-" ? try StandardInput(in: try await spoolFolder(), maximumBytes: Self.maximumInputSize) : nil
        defer { input?.remove() }
        let path = input?.path ?? file
        let archive = try PageArchive.isArchive(path, named: name) ? PageArchive(path, named: name) : nil
        let json = try archive.map(readPage) ?? readFile(path)
        let document = try PageDocument(json: json)
        if let archive { try await addPictures(of: archive) }
        let result = try await Progress.during("importing \(page)") { try await send(document, json) }
        for line in PropagationText.conflicts(of: result.propagated) { Terminal.complain(line) }
        let count = result.data.list("order").count
        let blocks = count == 1 ? "1 block is" : "\(count) blocks are"
        let place = result.data.text("stage") == "draft" ? "in the draft" : "live"
        Terminal.say("\(page): \(blocks) \(place).")
        if result.data.flag("new") {
            let client = result.data.text("client")
            Terminal.say(
                client.isEmpty
                    ? "The new page has no client family."
                    : "The new page is for the client family \(client): it accepts only what these apps can show.")
        }
        for audience in result.data.list("audiences") {
            let reason =
                audience.text("reason") == "unknown" ? "is not defined here" : "has other conditions here"
            Terminal.complain(
                "The audience \(audience.text("name")) of \(audience.text("blockCode")) \(reason): the section keeps the "
                    + "conditions of the file.")
        }
        sayChanges(result.data.list("changes"), count: result.data.object?["changeCount"]?.int ?? 0)
        if document.hasMore {
            Terminal.say("The file is one part of a page. Add the next part with --append.")
        }
    }

    /// The maximum number of values that are listed.
    private static let maximumChanges = 20

    private func sayChanges(_ changes: [JSONValue], count: Int) {
        guard count > 0 else { return }
        Terminal.say(
            "\(count == 1 ? "1 value was" : "\(count) values were") replaced, since apps could not read "
                + "\(count == 1 ? "it" : "them"):")
        for change in changes.prefix(Self.maximumChanges) {
            let (from, to) = (Self.short(change.object?["from"]), Self.short(change.object?["to"]))
            Terminal.say("  \(change.text("pointer")): \(from) is now \(to)".printable)
        }
        if count > Self.maximumChanges { Terminal.say("  and \(count - Self.maximumChanges) more") }
    }

    private static func short(_ value: JSONValue?) -> String {
        let text = String(decoding: (value ?? .null).encoded, as: UTF8.self)
        return text.count > 200 ? "\(text.prefix(200))…" : text
    }

    private func readPage(of archive: PageArchive) throws -> JSONValue {
        let page = try archive.page()
        do { return try JSONValue(parsing: page) } catch {
            throw ProgramError("The page in \(name) is not JSON: \(ErrorText.place(of: error, in: page)).")
        }
    }

    private func addPictures(of archive: PageArchive) async throws {
        let pictures = try await PictureAccess.open(options, server, creates: true)
        let count = try await Progress.during("adding pictures") { try await archive.addPictures(to: pictures) }
        Terminal.say("\(count == 1 ? "1 picture was" : "\(count) pictures were") imported.")
    }

    private func readFile(_ path: String) throws -> JSONValue {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ProgramError("The file \(file) cannot be read.")
        }
        guard data.count <= Self.maximumFileSize else {
            throw ProgramError("The page in \(name) is larger than the limit of \(Self.maximumFileSize >> 20) MiB.")
        }
        do { return try JSONValue(parsing: data) } catch {
            let name = file == "-" ? "Standard input" : file
            throw ProgramError("\(name) is not JSON: \(ErrorText.place(of: error, in: Array(data))).")
        }
    }

    private func send(_ document: PageDocument, _ json: JSONValue) async throws -> CommandResult {
        if let server = try server.client(options)?.bypassing(bypass) {
            var query = client.map { [URLQueryItem(name: "client", value: $0)] } ?? []
            if append { query.append(URLQueryItem(name: "append", value: "true")) }
            // The JSON is sent in compact form, the size of which the server limits.
            if draft {
                let path = "/api/pages/\(page)/draft"
                let draft = try await server.result("GET", "\(path)/diff").data.object?["draft"]
                // Without a draft, there is no ETag to match.
                let tag = draft.flatMap { $0 == .null ? nil : $0.text("etag") }
                return try await server.result("PUT", path, query: query, body: json, match: tag)
            }
            let path = "/api/pages/\(page)/export"
            return try await server.result("PUT", path, query: query, body: json, state: path)
        }
        let environment = try await CommandEnvironment.open(try await options.load(), creates: true)
        let plan = PageImport(
            page: page, document: document, client: client.flatMap(PageImport.ClientChoice.init) ?? .inferred,
            isAppended: append, stage: draft ? .draft : .live)
        let outcome = try await environment.store.importPage(plan, ChangeContext(.console, bypass: bypass.bypass))
        return CommandResult(outcome)
    }
}
