import Foundation
import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// The parameters of a request, from its query and, where clients send them so, from its body.
struct RequestParameters {
    private var values: [String: String]

    /// The parameters of the query.
    init(_ request: Request) throws {
        values = try Self.fields(request.uri.query ?? "")
    }

    /// The parameters of an operator's request: one that is misspelt or given twice must not be taken for absent.
    init(_ request: Request, known: Set<String>) throws {
        let names = try Self.pairs(request.uri.query ?? "").map(\.name)
        if let name = names.first(where: { !known.contains($0) }) {
            let list = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
            throw PublishingError.malformed(
                "The parameter \(name.prefix(64)) is not known here. There is \(known.isEmpty ? "" : "only ")\(list).")
        }
        guard Set(names).count == names.count else {
            throw PublishingError.malformed("A parameter is given more than once. Give each once.")
        }
        try self.init(request)
    }

    /// The parameters of the query and of a body, form or JSON; the body wins.
    static func withBody(_ request: Request, _ context: ServerContext) async throws -> RequestParameters {
        var parameters = try RequestParameters(request)
        let body = try await RequestBodyReader.standard.anonymousBytes(of: request, context)
        guard body.readableBytes > 0 else { return parameters }
        let type = MediaTypeName(request.headers[.contentType])
        if type.isForm {
            let fields = try fields(String(buffer: body))
            parameters.values.merge(fields, uniquingKeysWith: { $1 })
        } else if type.isJSON {
            try parameters.merge(JSONValue(parsing: body.readableBytesView))
        } else {
            throw Problem(
                .unsupportedMediaType, "media-type",
                "Parameters in a body must be application/x-www-form-urlencoded or application/json.")
        }
        return parameters
    }

    private mutating func merge(_ json: JSONValue) throws {
        guard let members = json.object else {
            throw Problem(.badRequest, "malformed", "Parameters in a JSON body must be the members of an object.")
        }
        for (name, value) in members {
            switch value {
            case .null: values[name] = nil
            case .string(let text): values[name] = text
            case .number(let number): values[name] = number.text
            case .bool(let flag): values[name] = flag ? "true" : "false"
            case .array, .object: values[name] = String(decoding: value.encoded, as: UTF8.self)
            }
        }
    }

    /// A parameter's value; nil if it is absent.
    subscript(name: String) -> String? { values[name] }

    /// A parameter that is a whole number in a range.
    func int(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = values[name], !text.isEmpty else { return nil }
        guard let value = Int(text), range.contains(value) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw Problem(.badRequest, "malformed", "The parameter \(name) must be a whole number from \(limits).")
        }
        return value
    }

    /// A parameter that is true or false; false if it is absent.
    func flag(_ name: String) throws -> Bool {
        switch values[name] {
        case nil, "false", "0": return false
        case "true", "1", "": return true
        default: throw Problem(.badRequest, "malformed", "The parameter \(name) must be true or false.")
        }
    }

    /// A parameter that names a place in a list.
    func place(_ name: String) throws -> Move.Target? {
        switch values[name] {
        case nil: return nil
        case "start": return .start
        case "end": return .end
        case let text?:
            guard let place = Int(text), place >= 0 else {
                throw PublishingError.malformed("The parameter \(name) must be start, end or a place from 0.")
            }
            return .position(place)
        }
    }

    /// A parameter without control characters: a database would read a text with a NUL in it as a shorter one.
    func text(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw PublishingError.malformed("The parameter \(name) must not have control characters.")
        }
        return text
    }

    /// A parameter that is a date and time.
    func instant(_ name: String) throws -> Instant? {
        guard let text = values[name] else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            let detail = "The parameter \(name) \(Instant.rule)."
            throw PublishingError.invalid(
                InvalidInput(detail, issues: [ValidationIssue(JSONPointer([name]), Instant.rule)]))
        }
        return instant
    }

    private static func fields(_ text: String) throws -> [String: String] {
        Dictionary(try pairs(text).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func pairs(_ text: String) throws -> [(name: String, value: String)] {
        try text.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding }
            guard let name = decoded.first ?? nil, let value = halves.count == 2 ? decoded[1] : "" else {
                throw Problem(.badRequest, "malformed", "A parameter is not encoded rightly: \(part.prefix(64)).")
            }
            return (name, value)
        }
    }
}
