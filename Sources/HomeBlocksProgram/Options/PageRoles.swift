import ArgumentParser
import HomeBlocks
import Publishing

/// Roles on single pages in arguments and tables.
enum PageRoles {
    static let help: ArgumentHelp =
        "A role on one page, or on all pages whose names start the same: mall=publisher, 'campaign-*=editor'. Repeatable."

    /// Parses roles on single pages, such as `mall=publisher` and `campaign-*=editor`.
    @discardableResult
    static func parse(_ texts: [String]) throws -> [PagePattern: Role] {
        var roles: [PagePattern: Role] = [:]
        for text in texts {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let pattern = PagePattern(parts[0]), let role = Role(rawValue: parts[1]),
                Role.ofPages.contains(role)
            else {
                let names = Role.ofPages.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "--on must be PAGE=ROLE, such as mall=publisher or 'campaign-*=editor', with one of \(names).")
            }
            guard roles.updateValue(role, forKey: pattern) == nil else {
                throw ValidationError("--on names \(pattern.text) twice.")
            }
        }
        return roles
    }

    /// The member `pages` of a body.
    static func json(_ texts: [String]) throws -> JSONValue {
        Rights(.nothing, pages: try parse(texts)).pagesJSON
    }

    /// The role on all pages and the roles on single pages, as one text.
    static func text(of holder: JSONValue) -> String {
        let pages = (holder.object?["pages"]?.object ?? [:]).sorted { $0.key < $1.key }
        let groups = (holder.object?["groups"]?.array ?? []).map { $0.text("name") }
        let single = pages.map { "\($0.key)=\($0.value.string ?? "")" } + groups.map { "group \($0)" }
        return ([holder.text("role")] + single).joined(separator: ", ")
    }
}

/// A role to give to an operator or a group.
struct GrantArguments: ParsableArguments {
    @Argument(help: "The id or the name, which list shows.")
    var holder: String

    @Argument(help: "The page, or the start of the names of pages and *, such as 'campaign-*'.")
    var page: String

    @Argument(help: "viewer, editor or publisher; none removes the entry.")
    var role: String

    func validate() throws {
        guard PagePattern(page) != nil else {
            throw ValidationError("The page must be the name of a page, or the start of names followed by *.")
        }
        guard role == Role.nothing.rawValue || Role(rawValue: role).map(Role.ofPages.contains) ?? false else {
            throw ValidationError("The role must be viewer, editor, publisher or none.")
        }
    }

    /// Sends the change and prints what the operator or the group has then.
    func run(_ path: String, _ kind: String, _ options: RemoteOptions) async throws {
        let client = try options.client()
        let found = try await client.find(holder, at: path, kind)
        let value: JSONValue = role == Role.nothing.rawValue ? .null : .string(role)
        let body: JSONValue = ["pages": .object([page: value])]
        let result = try await client.result("PATCH", "\(path)/\(found.text("id"))", body: body)
        options.output.show(result) { "\($0.text("name").printable) has: \(PageRoles.text(of: $0))" }
    }
}

extension OperatorClient {
    /// Finds an operator or a group by its id or its name.
    func find(_ text: String, at path: String, _ kind: String) async throws -> JSONValue {
        let all = (try await result("GET", path).data.array ?? []).filter { $0.text("revokedAt").isEmpty }
        if let found = all.first(where: { $0.text("name") == text }) { return found }
        return try all.first(of: text, kind)
    }
}
