import Foundation
import Publishing

/// The location of a secret that a feed's header fields refer to. Its value is read for each request and never cached.
public enum FeedSecret: Sendable, Equatable {
    case environment(String)
    case file(String)

    private static let maximumBytes = 4096
    private static let prefix = "secret:"

    /// Reads `env:NAME` or `file:PATH`.
    public init?(_ text: String) {
        if text.hasPrefix("env:"), text.count > 4 {
            self = .environment(String(text.dropFirst(4)))
        } else if text.hasPrefix("file:/") {
            self = .file(String(text.dropFirst(5)))
        } else {
            return nil
        }
    }

    /// Returns the name of the secret that a header field's value refers to; nil if the value is not a reference.
    static func name(in value: String) -> String? {
        value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : nil
    }

    /// The secret without surrounding whitespace; nil if it is missing, quoted, or not a valid header value.
    public var value: String? {
        let text: String?
        switch self {
        case .environment(let name): text = ProcessInfo.processInfo.environment[name]
        case .file(let path):
            text = FileManager.default.contents(atPath: path).flatMap { data in
                data.count <= Self.maximumBytes + 2 ? String(bytes: data, encoding: .utf8) : nil
            }
        }
        guard let text = text.map(GivenText.trimmed) else { return nil }
        let isValue =
            (1...Self.maximumBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isValue && !GivenText.isQuoted(text) ? text : nil
    }
}
