import Foundation
import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// The parameters of a request, from its query and, if the route allows it, its body.
struct RequestParameters {
    private var values: [String: String] = [:]
    /// The names of parameters whose values cannot be percent-decoded.
    private var undecoded: Set<String> = []

    /// Parses the query of a client's read. A value that cannot be decoded counts as absent if its parameter is unknown
    /// or describes the client (``undecoded(of:)``). Otherwise it is an error.
    init(reading request: Request) throws {
        read(request.uri.query ?? "")
        try refuseUndecoded()
    }

    /// Parses the query of an operator's request. Unknown and repeated parameters are errors, because a misspelt
    /// `dryRun` must not change anything.
    init(_ request: Request, known: Set<String>) throws {
        let pairs = try Self.pairs(request.uri.query ?? "")
        let names = pairs.map { $0.name }
        if let name = names.first(where: { !known.contains($0) }) {
            let list = known.isEmpty ? "none" : known.sorted().map { "`\($0)`" }.joined(separator: ", ")
            throw PublishingError.malformed("Unknown parameter `\(name.prefix(64))`. Allowed: \(list).")
        }
        var seen: Set<String> = []
        if let name = names.first(where: { !seen.insert($0).inserted }) {
            throw PublishingError.malformed("The parameter `\(name.prefix(64))` is repeated. Send it only once.")
        }
        values = Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Parses the query and the form or JSON body of a client's read. The body takes precedence.
    static func withBody(_ request: Request, _ context: ServerContext) async throws -> RequestParameters {
        var parameters = try RequestParameters(reading: request)
        let body = try await RequestBodyReader.standard.anonymousBytes(of: request, context)
        guard body.readableBytes > 0 else { return parameters }
        let type = MediaTypeName(request.headers[.contentType])
        if type.isForm {
            parameters.read(String(buffer: body))
            try parameters.refuseUndecoded()
        } else if type.isJSON {
            try parameters.merge(JSONValue(parsing: body.readableBytesView))
        } else {
            throw ProblemDetails(
                .unsupportedMediaType, "media-type",
                "Parameters in a body must be application/x-www-form-urlencoded or application/json.")
        }
        return parameters
    }

    private mutating func merge(_ json: JSONValue) throws {
        guard let members = json.object else {
            throw PublishingError.malformed("Parameters in a JSON body must be the members of an object.")
        }
        for (name, value) in members {
            undecoded.remove(name)
            switch value {
            case .null: values[name] = nil
            case .string(let text): values[name] = text
            case .number(let number): values[name] = number.text
            case .bool(let flag): values[name] = flag ? "true" : "false"
            case .array, .object: values[name] = String(decoding: value.encoded, as: UTF8.self)
            }
        }
    }

    private mutating func read(_ text: String) {
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves.first.flatMap(Self.decoded) else { continue }
            values[name] = halves.count == 2 ? Self.decoded(halves[1]) : ""
            if values[name] == nil { undecoded.insert(name) } else { undecoded.remove(name) }
        }
    }

    /// Refuses undecodable values of parameters that a response depends on.
    private func refuseUndecoded() throws {
        let needed: [ReadParameter] = [.page, .audience, .shown, .cursor, .limit]
        guard let name = needed.first(where: { undecoded.contains($0.rawValue) }) else { return }
        throw PublishingError.malformed("The parameter \(name.rawValue) has invalid percent-encoding.")
    }

    /// Returns the parameters that describe the client and could not be decoded.
    func undecoded(of attributes: AudienceAttributes) -> IgnoredParameters {
        var ignored = IgnoredParameters()
        if undecoded.isEmpty { return ignored }
        for name in IgnoredParameters.Name.allCases where undecoded.contains(name.rawValue) { ignored.insert(name) }
        for (place, name) in attributes.parameters.enumerated() where undecoded.contains(name) {
            ignored.insert(attribute: place)
        }
        return ignored
    }

    /// Returns a parameter's value; nil if it is absent.
    subscript(name: String) -> String? { values[name] }

    /// Returns the values of the declared attributes. Undeclared values count as absent.
    func values(of attributes: AudienceAttributes) -> AttributeValues { attributes.values { values[$0] } }

    /// Returns a parameter that must be an integer in a range; nil if it is absent or empty.
    func int(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try Self.int(values[name], name: name, in: range)
    }

    /// Returns a Boolean parameter; false if it is absent.
    func flag(_ name: String) throws -> Bool { try Self.flag(values[name], name: name) }

    static func int(_ text: String?, name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard let value = Int(text), range.contains(value) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw PublishingError.malformed("The parameter \(name) must be a whole number from \(limits).")
        }
        return value
    }

    /// Parses the index of a card in a path.
    static func cardIndex(_ text: String?) throws -> Int {
        guard let index = text.flatMap({ Int($0) }), index >= 0 else {
            throw PublishingError.malformed("The card in the path must be its index in the section, from 0.")
        }
        return index
    }

    /// Parses a card in the path of a read: its index, or `id:` and its id.
    ///
    /// - Parameter text: the percent-encoded path component.
    static func card(_ text: String?) throws -> CardName {
        let text = text?.removingPercentEncoding
        if let bytes = text?.utf8, isCardID(bytes) {
            return .id(String(decoding: bytes.dropFirst(3), as: UTF8.self))
        }
        guard let index = text.flatMap({ Int($0) }), index >= 0 else {
            throw PublishingError.malformed(
                "The card in the path must be its index in the section, from 0, or id: and its id.")
        }
        return .place(index)
    }

    /// Whether the bytes identify a card by its id.
    static func isCardID(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "id:".utf8) }

    static func flag(_ text: String?, name: String) throws -> Bool {
        switch text {
        case nil, "false", "0": return false
        case "true", "1", "": return true
        default: throw PublishingError.malformed("The parameter \(name) must be true or false.")
        }
    }

    /// Returns a parameter that is a position in a list.
    func position(_ name: String) throws -> Move.Target? {
        switch values[name] {
        case nil: return nil
        case "start": return .start
        case "end": return .end
        case let text?:
            guard let position = Int(text), position >= 0 else {
                throw PublishingError.malformed("The parameter \(name) must be start, end or a position from 0.")
            }
            return .position(position)
        }
    }

    /// Returns a parameter without control characters. A database may truncate a string at a NUL.
    func text(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw PublishingError.malformed("The parameter \(name) must not contain control characters.")
        }
        return text
    }

    /// Returns a parameter that is a block's code.
    func code(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard Identifier.hasCodeCharacters(text) else {
            throw PublishingError.malformed("The parameter \(name) must be a block's code.")
        }
        return text
    }

    /// Returns a parameter that is a date and time.
    func instant(_ name: String) throws -> Instant? {
        guard let text = values[name] else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            let detail = "The parameter \(name) \(Instant.rule)."
            throw PublishingError.invalid(
                InvalidInput(detail, issues: [ValidationIssue(JSONPointer([name]), Instant.rule)]))
        }
        return instant
    }

    private static func pairs(_ text: String) throws -> [(name: String, value: String)] {
        try text.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map(Self.decoded)
            guard let name = decoded.first ?? nil, let value = halves.count == 2 ? decoded[1] : "" else {
                throw PublishingError.malformed("A parameter has invalid percent-encoding: \(part.prefix(64)).")
            }
            return (name, value)
        }
    }

    private static func decoded(_ text: Substring) -> String? { ASCII.percentDecoded(text.utf8) }
}
