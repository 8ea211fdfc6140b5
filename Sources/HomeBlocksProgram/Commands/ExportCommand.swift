import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient
import Publishing
import SQLiteStore

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a page as JSON; the same page gives the same bytes.",
        discussion: "With --bundle it writes a folder with the server's responses for apps, which the client library "
            + "shows before the first request.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions

    @Option(help: "The page; with --bundle all pages, unless one is named.")
    var page: String?

    @Option(name: .shortAndLong, help: "The file to write; - for standard output. [standard output]")
    var output: String?

    /// nil for standard output.
    private var file: String? { output == "-" ? nil : output }

    @Option(help: "The folder to write for apps, such as HomeBlocks.bundle. It needs a server.")
    var bundle: String?

    @Flag(help: "Write an archive (tar) with the page and the pictures that it mentions, which import accepts.")
    var withPictures = false

    @OptionGroup var reader: ReaderOptions

    func validate() throws {
        if let page { try Self.checkSlug(page) }
        if bundle != nil, output != nil { throw ValidationError("--output and --bundle cannot be combined.") }
        if bundle == nil, page == nil { throw ValidationError("Name the page with --page.") }
        if bundle != nil, withPictures { throw ValidationError("--bundle and --with-pictures cannot be combined.") }
        if bundle == nil, reader.reader != nil { throw ValidationError("--as is for --bundle.") }
    }

    func run() async throws {
        if let bundle { return try await writeBundle(bundle) }
        if let page { try await writePage(page) }
    }

    private func writeBundle(_ folder: String) async throws {
        guard let operators = try server.client(options) else {
            throw ValidationError("--bundle needs a server: set --server or HOMEBLOCKS_SERVER.")
        }
        let client = HomePageClient(
            server: operators.server, context: reader.context, session: operators.session)
        let exporter = BundleExporter(server: operators, client: client, folder: BundleFolder(folder))
        let pages = try await operators.result("GET", "/pages").data.array ?? []
        let slugs = pages.map { (slug: $0.text("page"), isDefault: $0.flag("default")) }
        guard page == nil || slugs.contains(where: { $0.slug == page }) else {
            let names = slugs.map(\.slug).joined(separator: ", ")
            throw ProgramError("The server has no page \(page ?? ""). Pages: \(names).")
        }
        let chosen = slugs.filter { page == nil || $0.slug == page }
        let count = try await Progress.during("requesting pages") { try await exporter.write(chosen) }
        Terminal.say("\(folder): \(count) responses")
    }

    private func writePage(_ page: String) async throws {
        let bytes: [UInt8]
        if let client = try server.client(options) {
            bytes = try await client.send("GET", "/api/pages/\(page)/export")
            // A response that is not a page must not become a backup.
            guard let json = try? JSONValue(parsing: bytes), (try? PageDocument(json: json)) != nil else {
                throw ProgramError("The server's response is not a page. Check the address.")
            }
        } else {
            let environment = try await CommandEnvironment.open(try await options.load())
            let revision = try await environment.store.revision(page, .live)
            bytes = try await PageDocument.of(revision, in: environment.store).json(slug: page).prettyEncoded
        }
        if withPictures { return try await writeArchive(bytes) }
        guard let output = file else { return try Terminal.write(bytes) }
        do { try Data(bytes).write(to: URL(filePath: output), options: .atomic) } catch {
            throw ProgramError("The file \(output) cannot be written.")
        }
    }

    private func writeArchive(_ page: [UInt8]) async throws {
        let document = try PageDocument(json: JSONValue(parsing: page))
        let pictures = try await PictureAccess.open(options, server)
        guard let output = file else {
            do { _ = try await PageArchive.write(page, document, from: pictures, to: .standardOutput) } catch let error
                as CocoaError
            { throw Terminal.unwritable(error) }
            return
        }
        // On failure, an old archive is kept.
        let partial = output + ".partial"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        guard FileManager.default.createFile(atPath: partial, contents: nil),
            let handle = FileHandle(forWritingAtPath: partial)
        else { throw ProgramError("The file \(output) cannot be written.") }
        let count = try await Progress.during("writing \(output)") {
            try await PageArchive.write(page, document, from: pictures, to: handle)
        }
        try handle.synchronize()
        try handle.close()
        guard rename(partial, output) == 0 else { throw ProgramError("The file \(output) cannot be written.") }
        Terminal.say("\(output): the page and \(count == 1 ? "1 picture" : "\(count) pictures")")
    }
}
