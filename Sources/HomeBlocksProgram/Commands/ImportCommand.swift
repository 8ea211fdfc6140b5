import ArgumentParser
import Foundation
import HomeBlocks
import Publishing
import SQLiteStore

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a file the next revision of a page.",
        discussion: "The file is what export wrote, or a reply of the home page: its envelope or its bare data.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions

    @Argument(help: "The file.")
    var file: String

    @Option(help: "The page; it is created if there is none.")
    var page: String

    private static let largestFile = 64 << 20

    func validate() throws { try Self.checkSlug(page) }

    func run() async throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ProgramError("The file \(file) cannot be read.")
        }
        guard data.count <= Self.largestFile else {
            throw ProgramError("The file \(file) is larger than the limit of \(Self.largestFile >> 20) MiB.")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: data) } catch {
            throw ProgramError("\(file) is not JSON: \(error).")
        }
        let document = try PageDocument(json: json)
        if let client = try server.client(options) {
            // The server limits the size of the compact form.
            let path = "/api/pages/\(page)/export"
            let result = try CommandResult(
                parsing: try await client.send("PUT", path, body: json.encoded, state: path))
            for line in PropagationText.conflicts(of: result.propagated) { Terminal.complain(line) }
        } else {
            let environment = try await CommandEnvironment.open(try await options.load(), creates: true)
            let request = RequestInfo(.console)
            _ = try await environment.store.importPage(PageImport(page: page, document: document), request)
        }
        Terminal.say("\(page): \(document.blocks.count) blocks are live.")
    }
}
