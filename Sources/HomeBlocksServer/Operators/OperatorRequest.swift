import Foundation
import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// An authorized request of an operator, with its actor and parameters.
struct OperatorRequest: Sendable {
    let request: Request
    let context: ServerContext
    let actor: Actor
    let parameters: RequestParameters
    let store: any PageStore

    /// Checks the credential, the role and the parameters of a request.
    ///
    /// - Parameters:
    ///   - scope: what the request acts on; nil for the page in the path, or for everything without one.
    ///   - known: the names of the allowed parameters.
    init(
        _ request: Request, _ context: ServerContext, as role: Role, on scope: Scope?, parameters known: Set<String>,
        _ authenticator: Authenticator, store: any PageStore
    ) async throws {
        self.request = request
        self.context = context
        self.store = store
        let scope = scope ?? context.parameters.get("page").map(Scope.page) ?? .everything
        actor = try await authenticator.actor(of: request, needs: role, on: scope, context: context)
        parameters = try RequestParameters(request, known: known)
    }

    /// What the sender may see and do.
    var rights: Rights { actor.rights }

    /// The page in the path.
    var page: String { get throws { try path("page") } }

    /// An admin's reason to bypass the review, percent-encoded in the header field.
    var bypass: String? {
        get throws {
            guard let field = request.headers[.bypass] else { return nil }
            let most = Publication.maximumMessageLength
            let reason = GivenText.trimmed(field.removingPercentEncoding ?? "")
            guard (1...most).contains(reason.unicodeScalars.count), Identifier.isTitle(String(reason.prefix(200)))
            else {
                throw PublishingError.malformed(
                    "HomeBlocks-Bypass must be a reason of 1 to \(most) characters, percent-encoded.")
            }
            return reason
        }
    }

    /// Whether the request is a dry run, which stores nothing and whose response has no tag.
    var isDryRun: Bool { get throws { try parameters.flag("dryRun") } }

    /// Parses the range of a list.
    ///
    /// - Parameter numbers: how many numbers the cursor has.
    func range(numbers: Int = 1) throws -> ListRange {
        let limit = try parameters.int("limit", in: ListRange.limits)
        return try ListRange(limit: limit ?? 20, cursor: parameters["cursor"], count: numbers)
    }

    /// Returns a parameter of the path.
    func path(_ name: String) throws -> String { try context.parameters.require(name) }

    /// Returns a parameter of the path that must be a positive number.
    ///
    /// - Parameter thing: the kind of resource, for the message.
    func number<Number: FixedWidthInteger>(_ name: String, of thing: String) throws -> Number {
        guard let number = Number(try path(name)), number >= 1 else {
            throw PublishingError.malformed("The \(name) of a \(thing) must be a positive whole number.")
        }
        return number
    }

    /// Reads the body as JSON.
    func json(_ reader: RequestBodyReader = .standard) async throws -> JSONValue { try await reader.json(of: request) }

    /// Reads the body as JSON; an empty object if there is no body.
    func jsonIfAny() async throws -> JSONValue { try await RequestBodyReader.standard.jsonIfAny(of: request) }
}

extension HTTPField.Name {
    fileprivate static let bypass = HTTPField.Name("HomeBlocks-Bypass") ?? .cookie
}
