import ArgumentParser
import Foundation
import HomeBlocks
import Publishing
import SQLiteStore

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a page as JSON; the same page gives the same bytes.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions

    @Option(help: "The page.")
    var page: String

    @Option(name: .shortAndLong, help: "The file to write. [standard output]")
    var output: String?

    func validate() throws { try Self.checkSlug(page) }

    func run() async throws {
        let bytes: [UInt8]
        if let client = try server.client(options) {
            bytes = try await client.send("GET", "/api/pages/\(page)/export")
            // A response of something else must not become a backup.
            guard let json = try? JSONValue(parsing: bytes), (try? PageDocument(json: json)) != nil else {
                throw ProgramError("The server's response is not a page. Check the address.")
            }
        } else {
            let environment = try await CommandEnvironment.open(try await options.load())
            let revision = try await environment.store.revision(page, .live)
            bytes = try await PageDocument.of(revision, in: environment.store).json(slug: page).prettyEncoded
        }
        guard let output else { return try FileHandle.standardOutput.write(contentsOf: Data(bytes)) }
        do { try Data(bytes).write(to: URL(filePath: output), options: .atomic) } catch {
            throw ProgramError("The file \(output) cannot be written.")
        }
    }
}
