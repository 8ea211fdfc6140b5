import ArgumentParser
import HomeBlocks

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what publishing a page's draft would change.")

    @OptionGroup var options: PageOptions

    func run() async throws {
        let result = try await options.client().result("GET", "draft/diff")
        options.output.show(result) { DifferenceText(difference: $0).text }
    }
}

/// The changes that publishing a draft would make, as text.
struct DifferenceText {
    let difference: JSONValue

    private static let maximumValueLength = 60

    var text: String {
        let page = difference.text("page")
        let live = "live is revision \(difference.text("against"))"
        guard let draft = difference.object?["draft"], draft != .null else { return "\(page) has no draft; \(live)" }
        let author = "\(draft.text("updatedBy").printable), \(draft.text("updatedAt"))"
        let heading = "draft of \(page): revision \(draft.text("revision")) (\(author)); \(live)"
        let changes = order + difference.list("blocks").flatMap(Self.lines) + data
        return ([heading] + (changes.isEmpty ? ["publishing it would change nothing"] : changes))
            .joined(separator: "\n")
    }

    private var order: [String] { ChangeText.lines(of: difference.object?["order"] ?? .null) }

    private var data: [String] {
        let steps = difference.list("data").map(Self.line)
        return steps.isEmpty ? [] : ["the page's own fields changed"] + steps
    }

    private static func lines(of block: JSONValue) -> [String] {
        let change = "\(block.text("blockCode").printable) \(block.text("change"))"
        let author = " (\(block.text("changedBy").printable), \(block.text("changedAt")))"
        return [change + (block.object?["changedBy"] == nil ? "" : author)] + block.list("patch").map(line)
    }

    private static func line(of step: JSONValue) -> String {
        let path = step.text("path").isEmpty ? "(whole)" : step.text("path")
        let value = step.object?["value"].map { " " + String(decoding: $0.encoded, as: UTF8.self) } ?? ""
        return "  " + "\(path): \(step.text("op"))".printable + value.printable.shortened(to: maximumValueLength)
    }
}
