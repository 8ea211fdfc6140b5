import Foundation
import NIOCore
import Publishing
import Synchronization

/// The body of an answer in one coding, made when first asked for, once, with the heads that go before it.
final class CodedBody: Sendable {
    let coding: ContentCoding
    /// The validator as `ETag` has it.
    let entityTag: String
    private let entityTagBytes: [UInt8]
    private let plain: ByteBuffer
    private let effort: Compression.Effort
    private let onGrowth: @Sendable (Int) -> Void
    private let state: Mutex<State>

    private struct State {
        var made: ByteBuffer?
        var making: Task<ByteBuffer?, Never>?
        var ok: Kept?
        var notModified: Kept?
    }

    /// An answer is right for one second.
    private struct Kept {
        let moment: ResponseTimestamp
        let answer: PreparedResponse
    }

    /// - Parameter onGrowth: is told how many bytes were made.
    init(
        _ plain: ByteBuffer, coding: ContentCoding = .identity, effort: Compression.Effort = .thorough, tag: StateTag,
        onGrowth: @escaping @Sendable (Int) -> Void
    ) {
        self.coding = coding
        self.plain = plain
        self.effort = effort
        self.onGrowth = onGrowth
        entityTag = "\"\(tag.text)\(coding.tagSuffix)\""
        entityTagBytes = Array(entityTag.utf8)
        state = Mutex(State(made: coding == .identity ? plain : nil))
    }

    /// Whether some bytes are its validator and nothing else.
    func hasEntityTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
        entityTagBytes.withUnsafeBytes { own in
            guard own.count == bytes.count, let own = own.baseAddress, let its = bytes.baseAddress else { return false }
            return memcmp(own, its, bytes.count) == 0
        }
    }

    /// The body as it is before any coding.
    var plainBytes: ByteBufferView { plain.readableBytesView }

    var isMade: Bool { state.withLock { $0.made != nil } }

    /// The body; nil if it could not be compressed.
    func bytes() async -> ByteBuffer? {
        let (made, making) = state.withLock { state -> (ByteBuffer?, Task<ByteBuffer?, Never>?) in
            if state.made == nil, state.making == nil { state.making = Task { make() } }
            return (state.made, state.making)
        }
        if let made { return made }
        return await making?.value
    }

    private func make() -> ByteBuffer? {
        let bytes = Array(plain.readableBytesView)
        let coded =
            coding == .gzip
            ? Compression.gzip(bytes, effort: effort) : Compression.brotli(bytes, effort: effort)
        guard let made = coded.map({ ByteBuffer(bytes: $0) }) else { return nil }
        state.withLock { state in
            state.made = made
            state.making = nil
        }
        onGrowth(made.readableBytes)
        return made
    }

    /// The body with its head, if it is made already.
    ///
    /// - Parameter head: makes the head of a body of some length.
    func ready(at moment: ResponseTimestamp, head: (_ length: Int) -> ByteBuffer) -> PreparedResponse? {
        let (answer, growth) = state.withLock { state -> (PreparedResponse?, Int) in
            guard let made = state.made else { return (nil, 0) }
            if let known = state.ok, known.moment == moment { return (known.answer, 0) }
            let answer = PreparedResponse(.ok, head: head(made.readableBytes), body: made)
            let growth = state.ok == nil ? answer.bytes.readableBytes : 0
            state.ok = Kept(moment: moment, answer: answer)
            return (answer, growth)
        }
        if growth > 0 { onGrowth(growth) }
        return answer
    }

    /// The answer to those who have the body, which need not be made for it.
    func notModified(at moment: ResponseTimestamp, head: () -> ByteBuffer) -> PreparedResponse {
        state.withLock { state in
            if let known = state.notModified, known.moment == moment { return known.answer }
            let answer = PreparedResponse(.notModified, head: head())
            state.notModified = Kept(moment: moment, answer: answer)
            return answer
        }
    }
}
