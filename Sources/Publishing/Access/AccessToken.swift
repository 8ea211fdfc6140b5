import Foundation

/// A bearer token, `hb_ID_SECRET`. The id finds the credential, the secret proves it; only a hash of
/// the secret is ever stored.
public struct AccessToken: Sendable {
    public let id: String
    let secret: String

    /// A new token with 256 random bits.
    public init(using generator: inout some RandomNumberGenerator) {
        id = String((0..<12).map { _ in Self.idAlphabet.randomElement(using: &generator) ?? "0" })
        secret = Self.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The token in a header, or nil if it has another form.
    public init?(parsing text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 3, parts[0] == "hb", parts[1].utf8.count == 12, !parts[2].isEmpty
        else { return nil }
        id = String(parts[1])
        secret = String(parts[2])
    }

    /// What the operator sees, once.
    public var text: String { "hb_\(id)_\(secret)" }

    /// What is stored. The secret is random, so that a plain hash of it cannot be guessed from.
    public var hash: [UInt8] { Self.hash(secret) }

    /// Whether the secret is the stored one, in a time that does not depend on where they differ.
    public func matches(_ stored: [UInt8]) -> Bool { Self.isEqual(hash, stored) }

    /// The hash of a secret text.
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

/// What the browser of someone who is signed in keeps: 256 random bits. Only their hash is ever stored.
public struct SessionSecret: Sendable {
    public let text: String

    public init(using generator: inout some RandomNumberGenerator) {
        text = AccessToken.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The secret in a cookie, or nil if it has another form.
    public init?(parsing text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    /// What is stored.
    public var hash: [UInt8] { AccessToken.hash(text) }

    /// What the console's own pages know besides the browser, and send with each change: pages of others cannot.
    public var csrfToken: String { AccessToken.base64URL(AccessToken.hash("csrf " + text)) }

    /// Whether a text is the token that goes with it, in constant time.
    public func matches(csrfToken other: String) -> Bool {
        AccessToken.isEqual(Array(csrfToken.utf8), Array(other.utf8))
    }
}
