/// The secret of a preview link: `hb_link_` and 256 random bits. Only its hash is stored.
public struct LinkSecret: Sendable {
    public let text: String

    // The request log removes whatever begins with `hb_` from paths.
    private static let prefix = "hb_link_"

    public init(using generator: inout some RandomNumberGenerator) {
        text =
            Self.prefix
            + AccessToken.base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Parses a secret; nil if it is malformed.
    public init?(parsing text: String) {
        guard text.utf8.count == Self.prefix.utf8.count + 43, text.hasPrefix(Self.prefix) else { return nil }
        self.text = text
    }

    /// The hash to store. The secret is random, so an unsalted, fast hash of it is safe.
    public var hash: [UInt8] { AccessToken.hash(text) }
}
