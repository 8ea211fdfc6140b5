import Crypto
import Foundation

/// The one hash that everything here is recognised by.
public enum Digest {
    /// SHA-256 of some bytes.
    public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Data(bytes))) }

    /// The first eight bytes of the SHA-256 of texts one after the other, as a number.
    static func number(_ first: String, _ second: String, _ third: String) -> UInt64 {
        var hash = SHA256()
        func add(_ text: String) {
            var text = text
            text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        }
        add(first)
        add(second)
        add(third)
        return hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
