import CLibCrypto
import Foundation

/// SHA-256 hashes.
public enum Digest {
    private static let length = 32
    /// OpenSSL's SHA-256, fetched once: a fetch takes longer than hashing a short string.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// Returns the SHA-256 hash of the bytes.
    public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes(hash)
    }

    /// Returns the first eight bytes of the SHA-256 hash of the concatenated strings, as a big-endian number.
    static func number(_ first: String, _ second: String, _ third: String) -> UInt64 {
        var text = first + second + third
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
            .withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(unsafeUninitializedCapacity: length) { hash, count in
            let result = EVP_Digest(bytes.baseAddress, bytes.count, hash.baseAddress, nil, algorithm, nil)
            // Fails only if memory runs out or OpenSSL has no SHA-256. A wrong hash would authenticate the wrong
            // caller.
            precondition(result == 1, "OpenSSL cannot compute a SHA-256")
            count = length
        }
    }
}
