import Foundation

/// What the browser of somebody who is signed in keeps: 256 random bits. Only their hash is ever stored.
public struct SessionSecret: Sendable {
    public let text: String

    public init(using generator: inout some RandomNumberGenerator) {
        text = AccessToken.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The secret that a cookie carries, or nil if it has another form.
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
