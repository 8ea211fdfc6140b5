import Foundation

/// A bearer token of the form `hb_ID_SECRET`. The ID identifies the credential and the secret authenticates it. Only a
/// hash of the secret is stored.
public struct AccessToken: Sendable {
    public let id: String
    let secret: String

    /// Creates a token with a random 256-bit secret.
    public init(using generator: inout some RandomNumberGenerator) {
        id = String((0..<12).map { _ in Self.idAlphabet.randomElement(using: &generator) ?? "0" })
        secret = Self.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Parses a token; nil if it is malformed.
    public init?(parsing text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 3, parts[0] == "hb", parts[1].utf8.count == 12, !parts[2].isEmpty
        else { return nil }
        id = String(parts[1])
        secret = String(parts[2])
    }

    /// The full token, which the operator sees only once.
    public var text: String { "hb_\(id)_\(secret)" }

    /// The hash to store. The secret is random, so an unsalted, fast hash of it is safe.
    public var hash: [UInt8] { Self.hash(secret) }

    /// Whether the secret matches a stored hash. Compares in constant time.
    public func matches(_ stored: [UInt8]) -> Bool { Self.isEqual(hash, stored) }

    /// Returns the hash of a secret.
    public static func hash(_ secret: String) -> [UInt8] { Digest.sha256(secret.utf8) }

    /// Whether two hashes are equal, in constant time.
    public static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static let idAlphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

/// The secret in the session cookie of a signed-in browser: 256 random bits. Only its hash is stored.
public struct SessionSecret: Sendable {
    public let text: String

    public init(using generator: inout some RandomNumberGenerator) {
        text = AccessToken.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Parses the secret in a cookie; nil if it is malformed.
    public init?(parsing text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    /// The hash to store.
    public var hash: [UInt8] { AccessToken.hash(text) }

    /// The CSRF token that the console's pages send with each change. Pages of other sites cannot know it.
    public var csrfToken: String { AccessToken.base64URL(AccessToken.hash("csrf " + text)) }

    /// Whether a string is the CSRF token of this session. Compares in constant time.
    public func matches(csrfToken other: String) -> Bool {
        AccessToken.isEqual(Array(csrfToken.utf8), Array(other.utf8))
    }
}
