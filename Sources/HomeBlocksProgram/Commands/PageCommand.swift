import ArgumentParser
import Foundation
import HomeBlocks

struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "List, create and delete pages.",
        subcommands: [PageListCommand.self, PageCreateCommand.self, PageDeleteCommand.self])
}

struct PageListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the pages and their state.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let result = try await options.client().result("GET", "/api/pages")
        options.output.show(result) { Self.text(of: $0.array ?? []) }
    }

    private static func text(of pages: [JSONValue]) -> String {
        Table(
            pages,
            [
                ("page", { $0.text("page") }), ("title", { $0.text("title") }), ("live", { $0.text("revision") }),
                ("draft", { $0.flag("draft") ? "draft" : "" }),
                ("takeover", { $0.text("showing") == $0.text("page") ? "" : $0.text("showing") }),
                ("planned", { $0.text("nextRelease") }), ("for", { $0.text("client") }),
                ("", { $0.flag("default") ? "default" : "" }),
            ]
        ).text
    }
}

struct PageCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a page, empty or as a copy.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The page's name in addresses: lowercase letters, digits and hyphens.")
    var page: String

    @Option(help: "The display name.")
    var title: String

    @Option(help: "The page whose live sections it gets.")
    var copyOf: String?

    @Option(help: "The client family that it is for: netease. [that of the page it is a copy of, or none]")
    var client: String?

    func validate() throws {
        try Self.checkSlug(page)
        if let copyOf { try Self.checkSlug(copyOf) }
    }

    func run() async throws {
        let body = JSONValue.object(of: ["page": page, "title": title, "copyOf": copyOf, "client": client])
        let result = try await options.client().result("POST", "/api/pages", body: body)
        options.output.show(result) { "\($0.text("page")) was created" }
    }
}

struct PageDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Permanently delete a page with its history.",
        discussion: "On a terminal it asks first. The default page, and one that a takeover names, cannot be deleted.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The page.")
    var page: String

    @OptionGroup var removal: RemovalOptions

    @OptionGroup var bypass: BypassOptions

    func validate() throws { try Self.checkSlug(page) }

    func run() async throws {
        let client = try options.client().bypassing(bypass)
        let path = "/api/pages/\(page)"
        let tag = try await client.tag(of: path)
        let agrees = try await removal.agrees(
            to: {
                let found = try await client.result("GET", path).data
                guard !found.flag("default") else {
                    throw ProgramError("\(page) is the default page, which cannot be deleted.")
                }
                if let other = try await Self.pageThatShows(page, client) {
                    throw ProgramError("\(page) cannot be deleted: a takeover of \(other) shows it.")
                }
                return "delete \(page) (\(found.text("title"))) with its history"
            }, options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", path, match: tag)
        options.output.show(result) { _ in "\(page) was deleted" }
    }

    /// Returns a page on which a takeover shows another one, now or later.
    private static func pageThatShows(_ page: String, _ client: OperatorClient) async throws -> String? {
        let others = try await client.result("GET", "/api/pages").data.array ?? []
        for other in others.map({ $0.text("page") }) where other != page {
            let takeovers = try await client.result("GET", "/api/pages/\(other)/takeovers").data.array ?? []
            if takeovers.contains(where: { $0.text("shows") == page && !TakeoverText.isOver($0) }) { return other }
        }
        return nil
    }
}
