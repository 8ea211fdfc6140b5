import ArgumentParser
import Foundation
import HomeBlocks

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "List the feeds that fill sections, and refresh them.",
        subcommands: [
            FeedListCommand.self, FeedShowCommand.self, FeedSetCommand.self, FeedRefreshCommand.self,
            FeedLogCommand.self,
        ])
}

struct FeedListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the feeds and their state.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let result = try await options.client().result("GET", "/api/feeds")
        options.output.show(result) { Self.text(of: $0.array ?? []) }
    }

    private static func text(of feeds: [JSONValue]) -> String {
        if feeds.isEmpty { return "There are no feeds." }
        func state(_ feed: JSONValue, _ name: String) -> String { (feed.object?["state"] ?? .null).text(name) }
        return Table(
            feeds,
            [
                ("feed", { $0.text("name") }), ("state", { state($0, "status") }), ("cards", { state($0, "cards") }),
                ("layout", { $0.text("showType") }), ("interval", { $0.text("interval") }),
                ("confirmed", { state($0, "confirmedAt") }), ("failures", { state($0, "failures") }),
                ("problem", { state($0, "problem") }),
            ]
        ).text
    }
}

struct FeedShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the definition of a feed.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The feed's name.")
    var name: String

    func validate() throws { try Self.checkSlug(name, "The feed") }

    func run() async throws {
        let result = try await options.client().result("GET", "/api/feeds/\(name)")
        options.output.show(result) { String(decoding: $0.prettyEncoded, as: UTF8.self) }
    }
}

struct FeedSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Define a feed, or change its definition.",
        discussion: "The definition is JSON, as show prints it.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The feed's name.")
    var name: String

    @Argument(help: "The file with the definition, or - for standard input.")
    var file: String

    @OptionGroup var bypass: BypassOptions

    func validate() throws { try Self.checkSlug(name, "The feed") }

    func run() async throws {
        guard
            let bytes = file == "-"
                ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        else { throw ProgramError("The file \(file) cannot be read.") }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch {
            throw ProgramError("The definition is not JSON: \(ErrorText.place(of: error, in: Array(bytes))).")
        }
        guard var definition = json.object else { throw ProgramError("The definition must be a JSON object.") }
        definition["name"] = .string(name)
        // Responses have this additional member.
        definition["state"] = nil
        let client = try options.client().bypassing(bypass)
        let path = "/api/feeds/\(name)"
        let feeds = try await client.result("GET", "/api/feeds").data.array ?? []
        let isKnown = feeds.contains { $0.text("name") == name }
        let result =
            try await isKnown
            ? client.result("PUT", path, body: .object(definition), state: path)
            : client.result("POST", "/api/feeds", body: .object(definition))
        options.output.show(result) { _ in "\(name) is \(isKnown ? "changed" : "defined")" }
    }
}

struct FeedRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Request a feed's list now.",
        discussion: "It exits with status 1 if the upstream's response has no list. The last good list stays in use.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The feed's name.")
    var name: String

    @Flag(help: "Only print the result, without changing anything.")
    var dryRun = false

    func validate() throws { try Self.checkSlug(name, "The feed") }

    func run() async throws {
        let query = dryRun ? [URLQueryItem(name: "dryRun", value: "true")] : []
        let result = try await options.client().result("POST", "/api/feeds/\(name)/refresh", query: query)
        options.output.show(result, Self.text)
        if ["refused", "failed"].contains(result.data.text("outcome")) { throw ExitCode.failure }
    }

    private static func text(of result: JSONValue) -> String {
        let cards = result.list("cards").count
        var lines = ["\(result.text("outcome")): \(cards) cards, in \(result.text("milliseconds")) ms"]
        if !result.text("problem").isEmpty { lines.append(result.text("problem")) }
        lines += result.list("faults").map { FeedText.fault($0) }
        return lines.joined(separator: "\n")
    }
}

struct FeedLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List the results of a feed's refreshes, newest first.")

    @OptionGroup var options: RemoteOptions
    @OptionGroup var range: ListOptions

    @Argument(help: "The feed's name.")
    var name: String

    func validate() throws { try Self.checkSlug(name, "The feed") }

    func run() async throws {
        let result = try await options.client().list("/api/feeds/\(name)/log", "entries", limit: range.limit)
        options.output.show(result) { Self.table($0.list("entries")).text }
        range.hint(result, options.output)
    }

    private static func table(_ entries: [JSONValue]) -> Table {
        Table(
            entries,
            [
                ("at", { $0.text("at") }), ("outcome", { $0.text("outcome") }), ("status", { $0.text("status") }),
                ("cards", { $0.text("cards") }), ("issues", { $0.text("faultCount") }),
                ("ms", { $0.text("milliseconds") }), ("by", { $0.text("requestedBy") }),
                ("problem", { $0.text("problem").isEmpty ? firstFault($0) : $0.text("problem") }),
            ])
    }

    private static func firstFault(_ entry: JSONValue) -> String {
        entry.list("faults").first.map { FeedText.fault($0) } ?? ""
    }
}

private enum FeedText {
    /// An issue as one line.
    static func fault(_ fault: JSONValue) -> String {
        let card = fault.text("card")
        return "\(fault.text("item"))\(card.isEmpty ? "" : " (card \(card))"): \(fault.text("reason"))"
    }
}
