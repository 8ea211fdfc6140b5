import ArgumentParser
import Foundation
import HomeBlocks

struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "List a page's releases, and change or cancel planned ones.",
        subcommands: [ReleaseListCommand.self, ReleaseChangeCommand.self, ReleaseCancelCommand.self])
}

struct ReleaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a page's releases, the last to take effect first.")

    @OptionGroup var options: PageOptions
    @OptionGroup var range: ListOptions

    func run() async throws {
        let result = try await options.client().list("releases", "releases", limit: range.limit)
        options.output.show(result) { Self.table($0.list("releases")).text }
        range.hint(result, options.output)
    }

    private static func table(_ releases: [JSONValue]) -> Table {
        Table(
            releases,
            [
                ("id", { $0.text("id") }), ("state", { $0.text("state") }), ("at", { $0.text("at") }),
                ("revision", { $0.text("revision") }), ("by", { $0.text("createdBy") }),
                ("cancelled by", { $0.text("cancelledBy") }), ("message", { $0.text("message") }),
            ])
    }
}

struct ReleaseChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change when a planned release takes effect, or its message.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The release's id, which list shows.")
    var id: Int

    @Option(help: "When, such as 2027-01-31T20:00:00+08:00.")
    var at: String?

    @Option(help: "A message for the history.")
    var message: String?

    @OptionGroup var bypass: BypassOptions

    func validate() throws {
        guard at != nil || message != nil else { throw ValidationError("Give --at, --message, or both.") }
        if let at { try Self.checkDate(at, "--at") }
    }

    func run() async throws {
        let body = JSONValue.object(of: ["at": at, "message": message])
        let path = "releases/\(id)"
        let client = try await options.client().bypassing(bypass)
        let present = try await client.result("GET", path).data
        let result = try await client.result("PATCH", path, body: body, match: present.text("etag"))
        options.output.show(result, ReleaseText.describe)
    }
}

struct ReleaseCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a release that has not taken effect.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The release's id, which list shows.")
    var id: Int

    @Flag(help: "Put its changes back into the draft.")
    var intoDraft = false

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        let client = try await options.client()
        let agrees = try await removal.agrees(
            to: {
                let release = try await client.result("GET", "releases/\(id)").data
                guard release.text("state") == "pending" else {
                    throw ProgramError("It cannot be cancelled: \(ReleaseText.describe(release)).")
                }
                let changes = intoDraft ? ", and put its changes into the draft" : ""
                return "cancel this release: \(ReleaseText.describe(release))\(changes)"
            }, options.output)
        guard agrees else { return }
        let query = intoDraft ? [URLQueryItem(name: "intoDraft", value: "true")] : []
        let result = try await client.result("DELETE", "releases/\(id)", query: query)
        options.output.show(result, ReleaseText.describe)
    }
}

/// The state of a release as one line, with a line for each feed that a restored revision has lost.
enum ReleaseText {
    static func describe(_ release: JSONValue) -> String {
        ([state(of: release)] + lostFeeds(of: release)).joined(separator: "\n")
    }

    private static func state(of release: JSONValue) -> String {
        let (id, page, at) = (release.text("id"), release.text("page"), release.text("at"))
        let number = release.text("revision")
        let revision = "revision \(number) of \(page)"
        return switch release.text("state") {
        case "pending": "\(revision) will be live from \(at) (release \(id))"
        case "waiting": "\(revision) will be live once it is approved, not before \(at) (release \(id))"
        case "cancelled": "release \(id) of \(page) is cancelled: revision \(number) will not be live"
        case "past": "\(revision) was live from \(at)"
        default: "\(revision) has been live since \(at)"
        }
    }

    private static func lostFeeds(of release: JSONValue) -> [String] {
        (release.object?["lostFeeds"]?.array ?? []).map { lost in
            let (block, feed) = (lost.text("block"), lost.text("feed"))
            return lost.object?["kept"]?.bool == true
                ? "\(block) is restored with its own cards: the feed \(feed) cannot fill it any more"
                : "\(block) is left out: it has no cards of its own, and the feed \(feed) cannot fill it any more"
        }
    }
}
