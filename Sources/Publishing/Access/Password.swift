import CLibCrypto
import Foundation

/// An operator's password. Only a slow, salted hash of it is stored.
public enum Password {
    public static let lengths = 12...200

    /// The cost of a hash, as scrypt's N, r and p: 32 MiB of memory, three times over.
    private struct Cost {
        var rounds: UInt64 = 1 << 15
        var blockSize: UInt64 = 8
        var parallelism: UInt64 = 3
    }

    private static let saltLength = 16
    private static let hashLength = 32
    /// The memory limit in bytes, above what that cost needs. Stored hashes that need more are rejected.
    private static let maximumMemory: UInt64 = 128 << 20

    /// Returns a random 100-bit password without letters that look alike.
    public static func random(using generator: inout some RandomNumberGenerator) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return (0..<4).map { _ in
            String((0..<5).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
        }.joined(separator: "-")
    }

    /// Returns the text to store: the parameters, the salt and the hash. Takes a large part of a second, on its own
    /// thread.
    public static func hash(_ password: String) async throws(PublishingError) -> [UInt8] {
        let result: Result<[UInt8], PublishingError> = await LowPriorityThread.run {
            Result { () throws(PublishingError) in try hashNow(password) }
        }
        return try result.get()
    }

    private static func hashNow(_ password: String) throws(PublishingError) -> [UInt8] {
        let cost = Cost()
        let salt = (0..<saltLength).map { _ in UInt8.random(in: .min ... .max) }
        return text(of: try derive(prepared(password), salt: salt, cost), salt: salt, cost)
    }

    private static func text(of hash: [UInt8], salt: [UInt8], _ cost: Cost) -> [UInt8] {
        let parameters = "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)"
        return Array("\(parameters)$\(Data(salt).base64EncodedString())$\(Data(hash).base64EncodedString())".utf8)
    }

    // MARK: Preparing a password (OpaqueString: RFC 8265, 4.2)

    /// Returns the form that is hashed. It does not depend on how a keyboard composes letters or which spaces it types.
    static func prepared(_ password: String) -> String {
        PRECIS.mappingSpaces(password).precomposedStringWithCanonicalMapping
    }

    /// Returns the forms in which a password may have been hashed: earlier versions did not map spaces.
    private static func forms(of password: String) -> [String] {
        let (new, old) = (prepared(password), password.precomposedStringWithCanonicalMapping)
        return new.utf8.elementsEqual(old.utf8) ? [new] : [new, old]
    }

    /// Whether a new password can be typed again: it contains no invisible characters.
    static func isTypable(_ password: String) -> Bool {
        password.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            return category != .control && category != .privateUse && !PRECIS.isIgnorable(scalar)
                && !PRECIS.isOldHangulJamo(scalar)
        }
    }

    /// Whether a password matches a stored hash. Runs on its own thread, and takes as long if there is no hash.
    public static func isRight(_ password: String, _ stored: [UInt8]?) async -> Bool {
        let isRight = await LowPriorityThread.run { matches(password, stored ?? dummyHash) }
        return isRight && stored != nil
    }

    /// A hash that no password matches, at the cost of a real one.
    private static let dummyHash = text(
        of: Array(repeating: 0, count: hashLength), salt: Array(repeating: 0, count: saltLength), Cost())

    /// Whether a password matches a stored hash.
    public static func matches(_ password: String, _ stored: [UInt8]) -> Bool {
        // Try each form, so that the time reveals nothing about the hash.
        forms(of: password).map { matches(form: $0, stored) }.contains(true)
    }

    private static func matches(form password: String, _ stored: [UInt8]) -> Bool {
        let parts = String(decoding: stored, as: UTF8.self).split(separator: "$")
        guard parts.count == 6, parts[0] == "scrypt", let rounds = UInt64(parts[1]), let blockSize = UInt64(parts[2]),
            let parallelism = UInt64(parts[3]), let salt = Data(base64Encoded: String(parts[4])),
            let hash = Data(base64Encoded: String(parts[5]))
        else { return false }
        let cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        guard let own = try? derive(password, salt: Array(salt), cost) else { return false }
        return AccessToken.isEqual(own, Array(hash))
    }

    private static func derive(_ password: String, salt: [UInt8], _ cost: Cost) throws(PublishingError) -> [UInt8] {
        let bytes = Array(password.utf8)
        var hash = [UInt8](repeating: 0, count: hashLength)
        let result = bytes.withUnsafeBytes { bytes in
            EVP_PBE_scrypt(
                bytes.baseAddress, bytes.count, salt, salt.count, cost.rounds, cost.blockSize, cost.parallelism,
                maximumMemory, &hash, hash.count)
        }
        guard result == 1 else { throw .internalError("a password cannot be hashed: OpenSSL's scrypt failed") }
        return hash
    }
}

/// Runs CPU-bound work on its own thread, with a lower priority than the threads that serve requests. The queues and
/// the thread pool of those threads stay free.
enum LowPriorityThread {
    /// The nice value, which lowers the thread's share of the processors.
    private static let niceness: Int32 = 5
    private static let stackSize = 512 << 10

    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                #if os(Linux)
                    // On Linux each thread has its own priority, and 0 means the calling thread.
                    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
                #endif
                continuation.resume(returning: work())
            }
            thread.qualityOfService = .utility
            thread.stackSize = stackSize
            thread.start()
        }
    }
}
