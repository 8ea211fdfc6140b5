public import HomeBlocks

/// The source of a part of a card.
public enum FeedField: Sendable, Equatable {
    /// A value of the item, or a default if the item does not have it.
    case item(JSONPointer, otherwise: JSONValue?)
    case constant(JSONValue)
    case template(FeedTemplate)

    private static let rule =
        "must be a JSON Pointer into the item, such as \"/name\", {\"pointer\": …, \"otherwise\": …}, {\"value\": …} or "
        + "{\"template\": …}"

    init?(json: JSONValue, _ issues: inout [ValidationIssue]) {
        func read(_ value: JSONValue?) -> JSONPointer? { value?.string.flatMap(JSONPointer.init(parsing:)) }
        let members = json.object ?? [:]
        let names = Set(members.keys)
        if let pointer = read(json) {
            self = .item(pointer, otherwise: nil)
        } else if names == ["pointer", "otherwise"] || names == ["pointer"], let pointer = read(members["pointer"]) {
            self = .item(pointer, otherwise: members["otherwise"])
        } else if names == ["value"], let value = members["value"] {
            self = .constant(value)
        } else if names == ["template"], let text = members["template"]?.string {
            guard let template = FeedTemplate(text) else {
                issues.append(ValidationIssue(JSONPointer(["template"]), FeedTemplate.rule))
                return nil
            }
            self = .template(template)
        } else {
            issues.append(ValidationIssue(JSONPointer(), Self.rule))
            return nil
        }
    }

    /// The field in the form that ``init(json:_:)`` reads.
    var json: JSONValue {
        switch self {
        case .item(let pointer, nil): .string(pointer.description)
        case .item(let pointer, let otherwise?): ["pointer": .string(pointer.description), "otherwise": otherwise]
        case .constant(let value): ["value": value]
        case .template(let template): ["template": .string(template.text)]
        }
    }

    /// Returns the value of the field for an item, and whether the upstream wrote it, or the beginning of a template's
    /// value.
    ///
    /// - Throws: ``Missing`` if the item does not have a required value.
    func value(in item: JSONValue) throws(Missing) -> (json: JSONValue, isFromUpstream: Bool) {
        switch self {
        case .constant(let value): return (value, false)
        case .template(let template): return (.string(try template.value(in: item)), template.beginsWithValue)
        case .item(let pointer, let otherwise):
            if let value = item[pointer: pointer], value != .null { return (value, true) }
            guard let value = otherwise ?? item[pointer: pointer] else {
                throw Missing(reason: "\(pointer) is missing")
            }
            return (value, false)
        }
    }

    /// The reason that an item has no value for a field.
    struct Missing: Error {
        let reason: String
    }
}

/// A text with names of an item's members in braces. In an address, the values of the members are percent-encoded.
public struct FeedTemplate: Sendable, Equatable {
    let text: String
    private let parts: [Part]

    private enum Part: Sendable, Equatable {
        case text(String)
        case value(JSONPointer)
    }

    static let rule =
        "must be a string of 1 to 2000 characters with names of members, or JSON Pointers, in braces, such as {cover} or "
        + "{/album/cover}"

    /// - Returns: nil if the text breaks the ``rule``.
    init?(_ text: String) {
        guard (1...2000).contains(text.unicodeScalars.count) else { return nil }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
            let name = String(rest[rest.index(after: open)..<close])
            guard !name.isEmpty, !name.contains("{") else { return nil }
            let pointer = name.hasPrefix("/") ? JSONPointer(parsing: name) : JSONPointer([name])
            guard let pointer else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.value(pointer))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.text = text
        self.parts = parts
    }

    /// Whether the text begins with a value of the item.
    var beginsWithValue: Bool {
        guard case .value? = parts.first else { return false }
        return true
    }

    /// Whether the text is an address: it begins with a scheme or a slash.
    private var isAddress: Bool {
        guard case .text(let start)? = parts.first else { return false }
        let scheme = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".") }
        return start.hasPrefix("/") || !scheme.isEmpty && start.dropFirst(scheme.count).hasPrefix("://")
    }

    /// Returns the text with the values of an item.
    func value(in item: JSONValue) throws(FeedField.Missing) -> String {
        let isAddress = isAddress
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let pointer):
                let value: String
                switch item[pointer: pointer] {
                case .string(let text): value = text
                case .number(let number): value = number.text
                case .bool(let flag): value = flag ? "true" : "false"
                case nil: throw FeedField.Missing(reason: "\(pointer) is missing")
                default: throw FeedField.Missing(reason: "\(pointer) is neither a string nor a number")
                }
                result += isAddress ? Self.encoded(value) : value
            }
        }
        return result
    }

    /// Returns a value with all but unreserved characters percent-encoded (RFC 3986, section 2.3), so that it cannot
    /// change the structure of an address.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
