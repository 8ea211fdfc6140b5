import Foundation

/// A JSON Pointer (RFC 6901): where in a document something is.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The unescaped reference tokens, outermost first.
    public var tokens: [String]

    /// The pointer of these tokens; none points to the whole document.
    public init(_ tokens: [String] = []) { self.tokens = tokens }

    /// The pointer that a text such as `/creatives/0` writes, or nil if it writes none.
    public init?(parsing text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.hasPrefix("/") else { return nil }
        tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { token in
            token.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
        }
    }

    /// The pointer to a member of what this one points to.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

    /// The pointer to an element of what this one points to.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    public var description: String {
        tokens.map { token in
            "/" + token.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
        }.joined()
    }
}
