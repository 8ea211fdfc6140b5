import NIOCore
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct HTTP2StreamTests {
    /// Buffers of random sizes, of which random parts are sent, also while more are appended.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func anyParts_areSentInOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stream = HTTP2Stream(id: 1, at: .now())
        var (appended, sent) = ([UInt8](), ByteBuffer())
        for _ in 0..<200 {
            // Long runs without a send and without an append, so that many buffers wait and none does.
            let count = Bool.random(using: &random) ? 40 : 2
            for _ in 0..<Int.random(in: 0...count, using: &random) {
                let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                appended += bytes
                stream.append(ByteBuffer(bytes: bytes), at: .now())
            }
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                stream.move(Int.random(in: 0...min(100, stream.unsent), using: &random), to: &sent, at: .now())
            }
            #expect(stream.unsent == appended.count - sent.readableBytes)
            #expect(stream.isWaiting == (stream.unsent > 0))
        }
        stream.move(stream.unsent, to: &sent, at: .now())
        #expect(Array(sent.readableBytesView) == appended)
    }

    @Test func aWholeBody_isSentInParts_andThenComplete() {
        let body = ResponseBytes(ByteBuffer(bytes: (0..<120_000).map { UInt8(truncatingIfNeeded: $0 / 7) }))
        let stream = HTTP2Stream(id: 1, at: .now())
        stream.set(body)
        var (sent, flags) = (ByteBuffer(), UInt32(0))
        while stream.unsent > 0 {
            stream.move(stream.nextLength(limit: 7000, flags: &flags), to: &sent, at: .now())
        }
        #expect(sent == body.buffers[0] && stream.hasSentEnd && !stream.isWaiting)
    }
}
