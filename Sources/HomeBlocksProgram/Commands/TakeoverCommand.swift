import ArgumentParser
import HomeBlocks

struct TakeoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takeover", abstract: "Make a page show another one for some time.",
        subcommands: [TakeoverListCommand.self, TakeoverAddCommand.self, TakeoverCancelCommand.self])
}

struct TakeoverListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a page's takeovers, the last to begin first.")

    @OptionGroup var options: PageOptions

    func run() async throws {
        let result = try await options.client().result("GET", "takeovers")
        options.output.show(result) { Self.table($0.array ?? []).text }
    }

    private static func table(_ takeovers: [JSONValue]) -> Table {
        Table(
            takeovers,
            [
                ("id", { $0.text("id") }), ("state", { $0.text("state") }), ("shows", { $0.text("shows") }),
                ("from", { $0.text("from") }), ("until", { $0.text("until") }), ("by", { $0.text("createdBy") }),
                ("cancelled by", { $0.text("cancelledBy") }), ("message", { $0.text("message") }),
            ])
    }
}

struct TakeoverAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a page show another one for some time.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The page that is shown instead.")
    var shows: String

    @Option(help: "When it begins, such as 2027-01-31T20:00:00+08:00. [now]")
    var from: String?

    @Option(help: "When it ends.")
    var until: String

    @Option(help: "A message for the list.")
    var message: String?

    @OptionGroup var bypass: BypassOptions

    func validate() throws {
        try Self.checkSlug(shows, "The page to show")
        if let from { try Self.checkDate(from, "--from") }
        try Self.checkDate(until, "--until")
    }

    func run() async throws {
        let body = JSONValue.object(of: ["shows": shows, "from": from, "until": until, "message": message])
        let result = try await options.client().bypassing(bypass).result("POST", "takeovers", body: body)
        options.output.show(result, TakeoverText.describe)
    }
}

struct TakeoverCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a takeover, or end the active one.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The takeover's id, which list shows.")
    var id: Int

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        let client = try await options.client()
        let agrees = try await removal.agrees(
            to: {
                let takeovers = try await client.result("GET", "takeovers").data.array ?? []
                let takeover = try takeovers.first(of: String(id), "takeover")
                guard !TakeoverText.isOver(takeover) else {
                    throw ProgramError("It cannot be cancelled: \(TakeoverText.describe(takeover)).")
                }
                return "cancel this takeover: \(TakeoverText.describe(takeover))"
            }, options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", "takeovers/\(id)")
        options.output.show(result, TakeoverText.describe)
    }
}

/// The state of a takeover as one line.
enum TakeoverText {
    static func isOver(_ takeover: JSONValue) -> Bool { ["cancelled", "ended"].contains(takeover.text("state")) }

    static func describe(_ takeover: JSONValue) -> String {
        let (id, page, shows) = (takeover.text("id"), takeover.text("page"), takeover.text("shows"))
        let (from, until) = (takeover.text("from"), takeover.text("until"))
        return switch takeover.text("state") {
        case "pending": "\(page) will show \(shows) from \(from) until \(until) (takeover \(id))"
        case "cancelled": "takeover \(id) of \(page) is cancelled: it does not show \(shows)"
        case "ended": "\(page) showed \(shows) from \(from) until \(until)"
        default: "\(page) shows \(shows) until \(until) (takeover \(id))"
        }
    }
}
