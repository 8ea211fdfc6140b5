import HomeBlocks

/// Converts values of an upstream so that they fit their positions in a card. Addresses become absolute and
/// percent-encoded, digits become numbers where the layout permits only numbers, and unreadable text is rejected.
struct FeedValueFitting: Sendable {
    private let schema: JSONSchema?
    /// The address of the response, which addresses in it are resolved against.
    private let base: AddressReference

    /// The reason that a value cannot be part of a card.
    struct Unfit: Error {
        let position: JSONPointer
        let reason: String
    }

    init(schema: JSONSchema?, base: String) {
        self.schema = schema
        self.base = AddressReference(base)
    }

    /// Returns the value in the form that fits its position.
    ///
    /// - Parameters:
    ///   - isFromUpstream: whether the upstream wrote the value. Otherwise an operator did, and a path refers to this
    ///     server.
    ///   - nodes: the schemas of the position.
    func fitted(
        _ value: JSONValue, isFromUpstream: Bool, as nodes: [SchemaNode], at position: JSONPointer
    ) throws(Unfit) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number(let number):
            guard number.double.isFinite else {
                throw Unfit(position: position, reason: "has a number that is out of range: \(number.text.prefix(32))")
            }
            return value
        case .string(let text):
            guard !text.unicodeScalars.contains(FeedMapping.unreadable) else {
                let reason = "has characters that cannot be read: they are not UTF-8, or half a surrogate pair"
                throw Unfit(position: position, reason: reason)
            }
            return fitted(text, isFromUpstream: isFromUpstream, as: nodes)
        case .array(let elements):
            let inner = schema?.elements(of: nodes) ?? []
            var fitted: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                fitted.append(
                    try self.fitted(element, isFromUpstream: isFromUpstream, as: inner, at: position.appending(index)))
            }
            return .array(fitted)
        case .object(let members):
            var fitted: JSONObject = [:]
            for (name, member) in members.sortedByName {
                let inner = schema?.members(of: nodes, named: name) ?? []
                fitted[name] = try self.fitted(
                    member, isFromUpstream: isFromUpstream, as: inner, at: position.appending(name))
            }
            return .object(fitted)
        }
    }

    private func fitted(_ text: String, isFromUpstream: Bool, as nodes: [SchemaNode]) -> JSONValue {
        if nodes.contains(where: \.isAddress) { return .string(address(text, isFromUpstream: isFromUpstream)) }
        let kinds = nodes.map(\.keywords.kinds).filter { !$0.isEmpty }
        guard !kinds.contains(where: { $0.contains(.string) }) else { return .string(text) }
        let number: JSONNumber? =
            if kinds.contains(where: { $0.contains(.number) }) {
                Self.number(text)
            } else if kinds.contains(where: { $0.contains(.integer) }), Int(text) != nil {
                Self.number(text)
            } else { nil }
        return number.map { .number($0) } ?? .string(text)
    }

    /// Returns an address in the form that content requires. Blank text is not changed.
    func address(_ text: String, isFromUpstream: Bool) -> String {
        let encoded = URIEncoding.uri(from: text)
        if encoded.isEmpty { return text }
        // Resolving a longer address takes time, and the schema decides whether it is valid.
        if encoded.utf8.count > Self.maximumAddress { return encoded }
        return isFromUpstream ? AddressReference(encoded).resolved(against: base).text : encoded
    }

    private static let maximumAddress = 16 << 10

    /// Returns the number that a text is in JSON, digit for digit; nil for `007`, `+7` and `1,000`.
    private static func number(_ text: String) -> JSONNumber? {
        guard text.utf8.count <= 64, case .number(let number)? = try? JSONValue(parsing: Array(text.utf8)),
            number.text == text
        else { return nil }
        return number
    }
}

extension SchemaNode {
    /// Whether the schema describes an address.
    fileprivate var isAddress: Bool { keywords.format == .uriReference || keywords.format == .iriReference }
}
