import CLibCrypto
import Foundation

/// The one hash that everything here is recognised by.
public enum Digest {
    private static let length = 32
    /// OpenSSL's SHA-256, looked up once: each lookup takes longer than the hash of a short text.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// SHA-256 of some bytes.
    public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes(hash)
    }

    /// The first eight bytes of the SHA-256 of texts one after the other, as a number.
    static func number(_ first: String, _ second: String, _ third: String) -> UInt64 {
        var text = first + second + third
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
            .withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(unsafeUninitializedCapacity: length) { hash, count in
            let result = EVP_Digest(bytes.baseAddress, bytes.count, hash.baseAddress, nil, algorithm, nil)
            // It fails for lack of memory, or with an OpenSSL without SHA-256. A wrong hash would let others in.
            precondition(result == 1, "OpenSSL cannot compute a SHA-256")
            count = length
        }
    }
}
