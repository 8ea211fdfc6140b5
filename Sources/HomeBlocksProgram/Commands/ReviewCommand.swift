import ArgumentParser
import HomeBlocks
import Publishing

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show, request and give approvals of a page's changes.",
        subcommands: [
            ReviewShowCommand.self, ReviewRequestCommand.self, ReviewApproveCommand.self, ReviewObjectCommand.self,
            ReviewRetractCommand.self, ReviewWithdrawCommand.self, ReviewRequireCommand.self,
        ])
}

/// Whether a command is about the review of a draft or of a planned release.
struct ReviewOptions: ParsableArguments {
    @Option(help: "The id of a planned release, instead of the draft.")
    var release: Int?

    var path: String { release.map { "releases/\($0)/review" } ?? "draft/review" }
}

struct ReviewShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the state to approve, and the verdicts on it.")

    @OptionGroup var options: PageOptions
    @OptionGroup var reviewed: ReviewOptions

    func run() async throws {
        let result = try await options.client().result("GET", reviewed.path)
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewRequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Request a review of a page's draft.")

    @OptionGroup var options: PageOptions

    @Option(help: "What the changes are about.")
    var message: String?

    @Option(help: "When they are going to be live, such as 2027-01-31T20:00:00+08:00. [now]")
    var at: String?

    @Option(help: "The changes to publish, as for publish. [all]")
    var only: String?

    @Option(help: "The names of the people who should review it, separated by commas. [anyone]")
    var whom: String?

    func validate() throws {
        if let at { try Self.checkDate(at, "--at") }
        if let only { try PublishCommand.checkSelection(only) }
    }

    func run() async throws {
        var body = JSONValue.object(of: ["at": at, "message": message]).object ?? [:]
        if let only { body["only"] = .object(PublishCommand.selection(only)) }
        if let whom { body["whom"] = .array(PublishCommand.names(whom).map { .string($0) }) }
        let result = try await options.client().result("POST", "draft/review", body: .object(body))
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve a state of a page's draft or of a planned release.")

    @OptionGroup var options: PageOptions
    @OptionGroup var reviewed: ReviewOptions

    @Argument(help: "The state, which review show prints.")
    var state: String

    @Option(help: "A message for the author.")
    var message: String?

    func run() async throws {
        let body = JSONValue.object(of: ["state": state, "message": message])
        let result = try await options.client().result("POST", "\(reviewed.path)/approvals", body: body)
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewObjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "object", abstract: "Object to a state: it cannot be published until you retract it.")

    @OptionGroup var options: PageOptions
    @OptionGroup var reviewed: ReviewOptions

    @Argument(help: "The state, which review show prints.")
    var state: String

    @Option(help: "What is wrong.")
    var message: String

    func run() async throws {
        let body = JSONValue.object(of: ["state": state, "message": message])
        let result = try await options.client().result("POST", "\(reviewed.path)/objections", body: body)
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewRetractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retract", abstract: "Withdraw your approval or objection.")

    @OptionGroup var options: PageOptions
    @OptionGroup var reviewed: ReviewOptions

    func run() async throws {
        let result = try await options.client().result("DELETE", "\(reviewed.path)/approvals")
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw the request to review a page's draft.")

    @OptionGroup var options: PageOptions

    func run() async throws {
        let result = try await options.client().result("DELETE", "draft/review")
        options.output.show(result, ReviewText.describe)
    }
}

struct ReviewRequireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "require", abstract: "Set how many people have to approve a page's changes.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The page.")
    var page: String

    @Argument(help: "The number of approvals; 0 for none.")
    var approvals: Int

    func validate() throws { try Self.checkSlug(page) }

    func run() async throws {
        let body: JSONValue = ["review": ["approvals": JSONValue(approvals)]]
        let result = try await options.client().result("PATCH", "/api/pages/\(page)", body: body)
        options.output.show(result) { _ in
            approvals == 0 ? "changes of \(page) need no approval" : "changes of \(page) need approvals: \(approvals)"
        }
    }
}

enum ReviewText {
    static func describe(_ review: JSONValue) -> String {
        let request = review.object?["request"]
        let state = review.flag("ready") ? "approved" : "not approved"
        var lines = ["state \(review.text("state")), revision \(review.text("revision")): \(state)"]
        if let request, request != .null {
            lines.append("requested by \(request.text("by")): \(request.text("message"))")
        }
        let authors = review.list("authors").compactMap(\.string)
        if !authors.isEmpty { lines.append("changed by \(authors.joined(separator: ", "))") }
        lines += review.list("verdicts").map { verdict in
            let message = verdict.text("message")
            return "\(verdict.text("kind")) by \(verdict.text("by"))\(message.isEmpty ? "" : ": \(message)")"
        }
        return lines.joined(separator: "\n")
    }
}
