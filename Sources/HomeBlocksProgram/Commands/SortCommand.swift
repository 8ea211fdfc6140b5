import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksServer
import Publishing
import SQLiteStore

struct SortCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sort", abstract: "Show or change the order of a page's sections.",
        discussion: "Without codes and moves it prints the order. The codes, if given, are the complete new order.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var bypass: BypassOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The block codes in their new order.")
    var codes: [String] = []

    @Option(help: "The page. [the default page]")
    var page: String?

    @Option(
        name: .customLong("move"), help: "A step such as 'A before B', 'A after B', 'A to start', 'A to end', 'A to 3'."
    )
    var moves: [String] = []

    @Flag(help: "Only print the result, without changing anything.")
    var dryRun = false

    func validate() throws {
        guard codes.isEmpty || moves.isEmpty else { throw ValidationError("Give either codes or moves, not both.") }
        _ = try moves.map(Self.move)
        if let page { try Self.checkSlug(page) }
    }

    func run() async throws {
        let change: OrderChange? =
            !codes.isEmpty ? .order(codes) : moves.isEmpty ? nil : .moves(try moves.map(Self.move))
        let result: CommandResult
        if let client = try server.client(options) {
            result = try await remote(client.bypassing(bypass), change)
        } else {
            result = try await local(change)
        }
        output.show(result) { $0.codes("order").joined(separator: "\n") }
    }

    private func local(_ order: OrderChange?) async throws -> CommandResult {
        let environment = try await CommandEnvironment.open(try await options.load())
        let page = page ?? environment.configuration.server.defaultPage
        guard let order else {
            return CommandResult(.object(try await environment.store.revision(page, .live).order.json))
        }
        let change = PageChange(page, .live, .order(order), isDryRun: dryRun)
        let request = ChangeContext(.console, bypass: bypass.bypass)
        let outcome = try await environment.store.change(
            page, request, needs: ContentNeeds(), isDryRun: dryRun
        ) { try $0.change(change, request) }
        return CommandResult(outcome)
    }

    private func remote(_ client: OperatorClient, _ change: OrderChange?) async throws -> CommandResult {
        var query = page.map { [URLQueryItem(name: "page", value: $0)] } ?? []
        if dryRun { query.append(URLQueryItem(name: "dryRun", value: "true")) }
        guard let change else { return try await client.result("GET", "/sort", query: query) }
        return try await client.result("POST", "/sort", query: query, body: change.json, state: "/sort")
    }

    private static func move(_ text: String) throws -> Move {
        let words = text.split(separator: " ").map(String.init)
        if words.count == 3 {
            switch (words[1], words[2]) {
            case ("before", let other): return Move(words[0], to: .before(other))
            case ("after", let other): return Move(words[0], to: .after(other))
            case ("to", "start"): return Move(words[0], to: .start)
            case ("to", "end"): return Move(words[0], to: .end)
            case ("to", let place): if let place = Int(place) { return Move(words[0], to: .position(place)) }
            default: break
            }
        }
        throw ValidationError("A move is 'A before B', 'A after B', 'A to start', 'A to end' or 'A to 3'.")
    }
}
