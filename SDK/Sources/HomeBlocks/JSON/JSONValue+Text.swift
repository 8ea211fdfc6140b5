import Foundation

extension JSONValue {
    /// Parses JSON text in UTF-8: strictly, unless the limits are ``JSONLimits/lenient``.
    ///
    /// - Throws: ``JSONSyntaxError`` with the reason and the byte offset.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        let contiguous = ContiguousArray(bytes)
        // The closure's error type is lost by the standard library's `rethrows`: return the outcome as a value.
        let outcome = contiguous.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONSyntaxError) in try JSONParser.parse(buffer, limits: limits) }
        }
        self = try outcome.get()
    }

    /// Parses JSON text: strictly, unless the limits are ``JSONLimits/lenient``.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        try self.init(parsing: text.utf8, limits: limits)
    }

    /// Parses a server's response or the content of a file as the SDK always does: with ``JSONLimits/lenient``.
    ///
    /// - Throws: ``JSONIssue`` for text that is not valid JSON.
    package init(reading text: some Collection<UInt8>) throws(JSONIssue) {
        do {
            try self.init(parsing: text, limits: .lenient)
        } catch {
            throw JSONIssue("cannot be read: \(error)")
        }
    }

    /// The value as compact JSON in UTF-8, with members sorted by name.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }

    /// The value as pretty-printed JSON in UTF-8, with members sorted by name and two spaces for each level.
    public var prettyEncoded: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes, indent: 0)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Appends the value as JSON. `indent` is the current level of pretty-printed JSON; nil writes compact JSON.
    public func write(into bytes: inout [UInt8], indent: Int? = nil) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): Self.write(text, into: &bytes)
        case .array(let elements):
            Self.write(elements, between: "[", and: "]", into: &bytes, indent: indent) { element, bytes, indent in
                element.write(into: &bytes, indent: indent)
            }
        case .object(let members):
            Self.write(members.sortedByName, between: "{", and: "}", into: &bytes, indent: indent) {
                member, bytes, indent in
                Self.write(member.key, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if indent != nil { bytes.append(UInt8(ascii: " ")) }
                member.value.write(into: &bytes, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between open: StaticString, and close: StaticString, into bytes: inout [UInt8],
        indent: Int?, each: (Element, inout [UInt8], Int?) -> Void
    ) {
        bytes.append(open.utf8Start.pointee)
        let inner = indent.map { $0 + 1 }
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            newline(into: &bytes, indent: inner)
            each(element, &bytes, inner)
        }
        if !elements.isEmpty { newline(into: &bytes, indent: indent) }
        bytes.append(close.utf8Start.pointee)
    }

    private static func newline(into bytes: inout [UInt8], indent: Int?) {
        guard let indent else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
    }

    /// Appends a JSON string.
    static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
