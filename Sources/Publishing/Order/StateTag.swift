public import Foundation

/// Names one state of one resource; two states with different content have different tags.
public struct StateTag: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public init(hashing data: Data) {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = Digest.sha256(data).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
