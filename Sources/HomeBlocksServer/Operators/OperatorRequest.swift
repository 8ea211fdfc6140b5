import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// A request of an operator whose credential was checked: who sends it, and its parameters.
struct OperatorRequest: Sendable {
    let request: Request
    let context: ServerContext
    let actor: Actor
    let parameters: RequestParameters

    /// The page in the path.
    var page: String { get throws { try path("page") } }

    /// Whether the change is only tried: nothing is kept, and the response has no tag.
    var isDryRun: Bool { get throws { try parameters.flag("dryRun") } }

    /// The range of a list.
    ///
    /// - Parameter numbers: how many numbers its cursor has.
    func range(numbers: Int = 1) throws -> ListRange {
        let limit = try parameters.int("limit", in: ListRange.limits)
        return try ListRange(limit: limit ?? 20, cursor: parameters["cursor"], count: numbers)
    }

    /// A parameter of the path.
    func path(_ name: String) throws -> String { try context.parameters.require(name) }

    /// A parameter of the path that is a positive number.
    ///
    /// - Parameter thing: what has the number, for the message.
    func number<Number: FixedWidthInteger>(_ name: String, of thing: String) throws -> Number {
        guard let number = Number(try path(name)), number >= 1 else {
            throw PublishingError.malformed("The \(name) of a \(thing) must be a whole number from 1.")
        }
        return number
    }

    /// The body as JSON.
    func json(_ reader: RequestBodyReader = .standard) async throws -> JSONValue { try await reader.json(of: request) }

    /// The body as JSON; an empty object if there is none.
    func jsonIfAny() async throws -> JSONValue { try await RequestBodyReader.standard.jsonIfAny(of: request) }
}
