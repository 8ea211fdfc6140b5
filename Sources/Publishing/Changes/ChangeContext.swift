public import Foundation

/// The actor of a requested change, and its conditions.
public struct ChangeContext: Sendable {
    public let actor: Actor
    public let precondition: Precondition
    /// The idempotency key. A retry with the same key receives the first response.
    public let idempotency: Idempotency?
    public let requestID: String
    /// An admin's reason to bypass the review.
    public let bypass: String?

    public init(
        _ actor: Actor, precondition: Precondition = .none, idempotency: Idempotency? = nil, requestID: String = "",
        bypass: String? = nil
    ) {
        self.bypass = bypass
        self.actor = actor
        self.precondition = precondition
        self.idempotency = idempotency
        self.requestID = requestID
    }
}

/// A condition for making a change.
public enum Precondition: Sendable, Equatable {
    /// No condition: the last writer wins.
    case none
    /// The resource exists, in any state.
    case exists
    /// The resource is in one of these states.
    case matches([StateTag])

    public func allows(_ tag: StateTag) -> Bool {
        switch self {
        case .none, .exists: true
        case .matches(let tags): tags.contains(tag)
        }
    }
}

/// The entity tag of one state of a resource. States with different content have different tags.
public struct StateTag: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public init(hashing data: Data) {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = Digest.sha256(data).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        text = String(decoding: bytes, as: UTF8.self)
    }
}

/// Identifies the attempts at one change, so that it is made only once.
public struct Idempotency: Sendable, Equatable {
    /// Chosen by the caller, a new one for each change.
    public let key: String
    /// A hash of the request. Using the same key for another request is an error.
    public let fingerprint: [UInt8]
    /// The number of seconds that a response is kept for retries.
    public static let lifetime = 24 * 3600

    /// - Parameter request: everything that distinguishes the request from others.
    /// - Throws: ``PublishingError/malformed(_:)`` if the key is invalid.
    public init(key: String, request: [UInt8]) throws(PublishingError) {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .malformed("Idempotency-Key must have 1 to 255 printable characters.")
        }
        self.key = key
        fingerprint = Digest.sha256(request)
    }

    /// Checks that a stored response belongs to the same request.
    public func check(_ stored: [UInt8]) throws(PublishingError) {
        guard stored == fingerprint else {
            throw .invalid(
                InvalidInput("This Idempotency-Key was used for another request. Use a new key for a new change."))
        }
    }
}
