import Foundation
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct LastReadTests {
    private static func head(_ target: String, _ fields: String...) -> String {
        "GET \(target) HTTP/1.1\r\nHost: x\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Returns a read whose page is the whole head.
    private static func read(_ head: String) throws -> FastPathRead {
        let read = try ReadRequest(.homepage, code: nil, card: nil, pageLimit: 10, attributes: .none) {
            $0 == .page ? head : nil
        }
        return try Array(head.utf8).withUnsafeBytes { bytes in
            FastPathRead(try #require(FastPathRequest(bytes)), of: .page(ParsedReads.Parsed(.homepage, read)))
        }
    }

    private static func page(of read: FastPathRead?) -> String? {
        guard case .page(let parsed)? = read?.source else { return nil }
        return parsed.read.page
    }

    @Test func beforeTheFirstRead_nothingIsFound() {
        #expect(LastRead().read(of: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
        Array("GET".utf8).withUnsafeBytes { #expect(LastRead().read(atStartOf: $0) == nil) }
    }

    @Test func onlyTheSameHead_isFound() throws {
        let kept = Self.head("/homepage", "Accept: a")
        var last = LastRead()
        last.keep(try Self.read(kept), of: kept.utf8)
        let others = [
            Self.head("/homepage"), Self.head("/homepage", "Accept: b"), Self.head("/homepage", "Accept: ab"),
            Self.head("/homepage", "Accept: a", "Range: bytes=0-1"), Self.head("/homepagf", "Accept: a"),
            String(kept.dropLast()), "",
        ]
        for other in others {
            Array(other.utf8).withUnsafeBytes { bytes in
                #expect(last.read(of: bytes) == nil)
                #expect(last.read(atStartOf: bytes) == nil)
            }
        }
        // More requests may follow.
        Array((kept + others[0]).utf8).withUnsafeBytes { bytes in
            #expect(Self.page(of: last.read(atStartOf: bytes)) == kept)
            #expect(last.read(of: bytes) == nil)
        }
    }

    @Test func aLongHead_isNotKept_andTheEarlierOneStays() throws {
        let (kept, long) = (
            Self.head("/homepage"), Self.head("/homepage", "X-Any: " + String(repeating: "a", count: 1024))
        )
        var last = LastRead()
        for head in [kept, long] { last.keep(try Self.read(head), of: head.utf8) }
        Array(long.utf8).withUnsafeBytes { #expect(last.read(of: $0) == nil) }
        Array(kept.utf8).withUnsafeBytes { #expect(Self.page(of: last.read(of: $0)) == kept) }
    }

    /// Heads that begin like others, in random order.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func theFoundRead_isAlwaysThatOfTheHead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let heads = ["/", "/a", "/ab"].flatMap { target in
            [
                Self.head(target), Self.head(target, "A: 1"), Self.head(target, "A: 1", "B: 2"),
                Self.head(target, "A: 12"),
            ]
        }
        var last = LastRead()
        var found = 0
        for _ in 0..<500 {
            let head = try #require(heads.randomElement(using: &random))
            let read = Array(head.utf8).withUnsafeBytes { last.read(atStartOf: $0) }
            if let read {
                found += 1
                #expect(Self.page(of: read) == head && read.length == head.utf8.count)
            } else {
                last.keep(try Self.read(head), of: head.utf8)
            }
        }
        #expect(found > 0)
    }
}
