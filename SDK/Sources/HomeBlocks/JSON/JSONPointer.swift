/// A JSON Pointer (RFC 6901): the location of a value in a document.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The unescaped reference tokens, outermost first.
    public var tokens: [String]

    /// Creates a pointer from tokens; no tokens point to the whole document.
    public init(_ tokens: [String] = []) { self.tokens = tokens }

    /// Parses a pointer such as `/creatives/0`; nil if it is invalid. A pointer that is not empty begins with a slash,
    /// and `~` may only precede `0` or `1` (RFC 6901, section 3).
    public init?(parsing text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        // Compares bytes instead of characters: a combining mark at the start of a name would form one character with
        // the slash.
        let slash = UInt8(ascii: "/")
        guard text.utf8.first == slash else { return nil }
        tokens = []
        for token in text.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
            guard let unescaped = Self.unescaped(token) else { return nil }
            tokens.append(unescaped)
        }
    }

    /// Unescapes a token; returns nil if an escape is invalid.
    private static func unescaped(_ token: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in token {
            switch (isEscape, byte) {
            case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
            case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
            case (true, _): return nil
            case (false, UInt8(ascii: "~")): break
            case (false, _): bytes.append(byte)
            }
            isEscape = !isEscape && byte == UInt8(ascii: "~")
        }
        return isEscape ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Compares the tokens by their bytes.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { JSONString($0) == JSONString($1) }
    }

    public func hash(into hasher: inout Hasher) {
        for token in tokens { hasher.combine(JSONString(token)) }
    }

    /// Returns the pointer to a member of the referenced value.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

    /// Returns the pointer to an element of the referenced value.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    public var description: String {
        var bytes: [UInt8] = []
        for token in tokens {
            bytes.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
                case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
