import NIOCore
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ContentCodingTests {
    @Test(arguments: [
        ("", ContentCoding.identity), ("gzip", .gzip), ("gzip, br", .brotli),
        ("br;q=0.5, gzip", .gzip),
        ("br;q=0, gzip;q=0", .identity), ("*", .brotli), ("*;q=0.1, gzip", .gzip), ("deflate", .identity),
        ("identity", .identity), ("GZIP", .gzip), ("gzip;q=x", .identity), ("gzip ; q=0.3 , identity;q=0.2", .gzip),
        ("identity;q=1, gzip;q=0.5", .identity), ("identity;q=0, *;q=0", .identity),
    ])
    func best_followsTheWeights(_ header: String, _ coding: ContentCoding) {
        #expect(ContentCoding.best(for: header.utf8) == coding)
    }

    @Test(arguments: [0, 1, 1000, 300_000, 3 << 20], [Compression.Effort.fast, .thorough])
    func compression_acceptsAnySize(_ size: Int, _ effort: Compression.Effort) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
        let body = ResponseBytes(ByteBuffer(bytes: bytes))
        #expect(Compression.gzip(body, effort: effort) != nil)
        #expect(Compression.brotli(body, effort: effort) != nil)
    }
}
