import Crypto
import Foundation

/// The one hash that everything here is recognised by.
public enum Digest {
    /// SHA-256 of some bytes.
    public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Data(bytes))) }
}
