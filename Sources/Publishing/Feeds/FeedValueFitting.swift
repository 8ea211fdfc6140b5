import HomeBlocks

/// Makes values of an upstream fit their places in a card. Addresses become absolute and percent-encoded, digits become
/// numbers where the layout has numbers only, and what cannot be read is refused.
struct FeedValueFitting: Sendable {
    private let schema: JSONSchema?
    /// The address of the response, to which addresses in it are relative.
    private let base: AddressReference

    /// Why a value cannot be part of a card.
    struct Unfit: Error {
        let position: JSONPointer
        let reason: String
    }

    init(schema: JSONSchema?, base: String) {
        self.schema = schema
        self.base = AddressReference(base)
    }

    /// A value that fits its place.
    ///
    /// - Parameters:
    ///   - isOfUpstream: whether the upstream wrote it; otherwise an operator did, who means this server by a path.
    ///   - nodes: the schemas of the place.
    func fitted(
        _ value: JSONValue, isOfUpstream: Bool, as nodes: [SchemaNode], at position: JSONPointer
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
            return fitted(text, isOfUpstream: isOfUpstream, as: nodes)
        case .array(let elements):
            let inner = schema?.elements(of: nodes) ?? []
            var fitted: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                fitted.append(
                    try self.fitted(element, isOfUpstream: isOfUpstream, as: inner, at: position.appending(index)))
            }
            return .array(fitted)
        case .object(let members):
            var fitted: JSONObject = [:]
            for (name, member) in members.sortedByName {
                let inner = schema?.members(of: nodes, named: name) ?? []
                fitted[name] = try self.fitted(
                    member, isOfUpstream: isOfUpstream, as: inner, at: position.appending(name))
            }
            return .object(fitted)
        }
    }

    private func fitted(_ text: String, isOfUpstream: Bool, as nodes: [SchemaNode]) -> JSONValue {
        if nodes.contains(where: \.isAddress) { return .string(address(text, isOfUpstream: isOfUpstream)) }
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

    /// An address as content has it. A text without one stays as it is.
    func address(_ text: String, isOfUpstream: Bool) -> String {
        let encoded = URIEncoding.uri(from: text)
        if encoded.isEmpty { return text }
        // A longer address is not resolved: resolving takes time, and the schema decides about it.
        if encoded.utf8.count > Self.maximumAddress { return encoded }
        return isOfUpstream ? AddressReference(encoded).resolved(against: base).text : encoded
    }

    private static let maximumAddress = 16 << 10

    /// The number that a text is in JSON, digit for digit: `007`, `+7` and `1,000` are none.
    private static func number(_ text: String) -> JSONNumber? {
        guard text.utf8.count <= 64, case .number(let number)? = try? JSONValue(parsing: Array(text.utf8)),
            number.text == text
        else { return nil }
        return number
    }
}

extension SchemaNode {
    /// Whether it describes an address.
    fileprivate var isAddress: Bool { keywords.format == .uriReference || keywords.format == .iriReference }
}
