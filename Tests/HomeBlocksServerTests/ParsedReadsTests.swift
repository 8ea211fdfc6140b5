import Foundation
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ParsedReadsTests {
    /// Reads that count how often each target was parsed.
    private struct Counted {
        let reads: ParsedReads
        var parsed: [String: Int] = [:]

        init(count: Int) { reads = ParsedReads(count: count) }

        /// Returns the page of a read, which is its target; nil for a target that cannot be parsed.
        mutating func page(_ target: String) throws -> String? {
            let read = try ReadRequest(.homepage, code: nil, card: nil, pageLimit: 10, attributes: .none) {
                $0 == .page ? target : nil
            }
            return Array(target.utf8).withUnsafeBytes { bytes in
                reads.read(bytes) {
                    parsed[target, default: 0] += 1
                    return target.hasPrefix("bad") ? nil : ParsedReads.Parsed(.homepage, read)
                }?.read.page
            }
        }
    }

    @Test func aTargetThatArrivesAgain_isParsedTwice_andThenKnown() throws {
        var counted = Counted(count: 1024)
        for _ in 0..<10 { #expect(try counted.page("/homepage?platform=ios") == "/homepage?platform=ios") }
        #expect(counted.parsed == ["/homepage?platform=ios": 2])
    }

    @Test func targetsThatArriveOnce_evictNoFrequentOne() throws {
        var counted = Counted(count: 1)
        for _ in 0..<2 { _ = try counted.page("/frequent") }
        for number in 0..<100 {
            #expect(try counted.page("/rare?uid=\(number)") == "/rare?uid=\(number)")
            #expect(try counted.page("/frequent") == "/frequent")
        }
        #expect(counted.parsed["/frequent"] == 2)
    }

    @Test func twoFrequentTargets_atOnePlace_areBothKept() throws {
        var counted = Counted(count: 1)
        for target in ["/a", "/a", "/b", "/b"] { _ = try counted.page(target) }
        for _ in 0..<10 {
            for target in ["/a", "/b"] { #expect(try counted.page(target) == target) }
        }
        #expect(counted.parsed == ["/a": 2, "/b": 2])
    }

    @Test func aTargetThatCannotBeParsed_andALongOne_areNotKept() throws {
        var counted = Counted(count: 1024)
        let long = "/" + String(repeating: "a", count: 512)
        for _ in 0..<3 {
            #expect(try counted.page("bad") == nil)
            #expect(try counted.page(long) == long)
        }
        #expect(counted.parsed == ["bad": 3, long: 3])
    }

    /// More targets than places, so that they share places and replace each other.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func eachTarget_getsItsOwnRead_inAnyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var counted = Counted(count: 4)
        let targets = (0..<12).map { "/homepage?appVersion=\($0)" } + ["", "/", "bad"]
        for _ in 0..<2000 {
            let target = try #require(targets.randomElement(using: &random))
            #expect(try counted.page(target) == (target.isEmpty || target == "bad" ? nil : target))
        }
    }
}
