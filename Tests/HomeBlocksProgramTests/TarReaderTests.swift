import Foundation
import TestSupport
import Testing

@testable import HomeBlocksProgram

/// Tar archives that no program would write.
@Suite(.timeLimit(.minutes(1))) struct TarReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An archive of the given blocks.
    private func archive(_ blocks: [[UInt8]]) throws -> TarReader {
        let path = folder.path("a.tar")
        try Data(blocks.joined()).write(to: URL(filePath: path))
        let handle = try #require(FileHandle(forReadingAtPath: path))
        return try TarReader(handle, path: path)
    }

    /// A header with a valid checksum, and its content with padding.
    private func entry(
        _ name: String, _ content: String = "", flag: Character = "0", size: [UInt8]? = nil, prefix: String = ""
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarHeader.size)
        func put(_ bytes: [UInt8], at offset: Int) {
            header.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        }
        put(Array(name.utf8.prefix(100)), at: 0)
        put(size ?? Array(String(content.utf8.count, radix: 8).utf8), at: 124)
        put(Array(String(flag).utf8), at: 156)
        put(Array("ustar\u{0}00".utf8), at: 257)
        put(Array(prefix.utf8), at: 345)
        put(Array("        ".utf8), at: 148)
        put(Array(String(header.reduce(0) { $0 + Int($1) }, radix: 8).utf8), at: 148)
        let padding = (TarHeader.size - content.utf8.count % TarHeader.size) % TarHeader.size
        return header + Array(content.utf8) + [UInt8](repeating: 0, count: padding)
    }

    @Test func eachName_isComparedWithoutItsDots_andTheLastFileOfANameCounts() throws {
        let tar = try archive([
            entry("./a", "1"), entry("/b//c", "22"), entry("d", prefix: "e/f"), entry("g/"), entry("./a", "333"),
            entry("h/../i"), entry("k", flag: "5"),
        ])
        #expect(tar.files.keys.sorted() == ["a", "b/c", "e/f/d"])
        let file = try #require(tar.files["a"])
        #expect(try tar.read(file, limit: 10) == Array("333".utf8))
    }

    @Test func linksAndDevices_haveNoContent_whateverTheirSize() throws {
        let tar = try archive([
            entry("a", flag: "1", size: Array("777".utf8)), entry("b", flag: "2", size: Array("77777777777".utf8)),
            entry("c", flag: "3"), entry("d", "x"),
        ])
        #expect(tar.others == ["a", "b", "c"])
        #expect(tar.files.keys.sorted() == ["d"])
    }

    @Test func attributesOfPaxAndLongNamesOfGNU_areRead() throws {
        let long = String(repeating: "n", count: 150)
        let tar = try archive([
            entry("x", "154 path=\(String(repeating: "p", count: 144))\n10 size=3\n", flag: "x"), entry("short", "abc"),
            entry("././@LongLink", long + "\u{0}", flag: "L"), entry("short", "de"), entry("g", "8 a=bcd\n", flag: "g"),
            entry("last", "f"),
        ])
        #expect(tar.files.keys.sorted() == ["last", long, String(repeating: "p", count: 144)].sorted())
    }

    private static let impossibleSizes: [[UInt8]] = [
        Array("77777777777".utf8), Array("8".utf8), Array("-1".utf8), Array("1x".utf8),
        [UInt8](repeating: 0xFF, count: 12), [0x80, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
        [0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ]

    @Test(arguments: impossibleSizes) func sizesThatCannotBe_areRefused(size: [UInt8]) throws {
        #expect(throws: ProgramError.self) { try archive([entry("a", "abc", size: size)]) }
    }

    private static let malformedAttributes = [
        "9", "9 ", "99 path=a\n", "-9 path=a\n", "8 pathaa\n", "9 path=ab", "x path=a\n", "12 size=-10\n",
        "99999999999999999999 a=b\n",
    ]

    @Test(arguments: malformedAttributes) func attributesThatCannotBeRead_areRefused(attributes: String) {
        #expect(throws: ProgramError.self) { try archive([entry("x", attributes, flag: "x"), entry("a")]) }
    }

    @Test func anArchiveThatEndsWithinAFile_isDamaged() throws {
        let bytes = entry("a", "abc") + entry("b", "def")
        for count in [513, 515, 1023, 1500, 1537, 2047] {
            #expect(throws: ProgramError.self, "\(count)") { try archive([Array(bytes.prefix(count))]) }
        }
        for count in [1024, 2048] { #expect(try archive([Array(bytes.prefix(count))]).files.count == count / 1024) }
    }

    @Test func aFileLargerThanItsLimit_isNotReadIntoMemory() throws {
        let tar = try archive([entry("a", "abcdef")])
        let file = try #require(tar.files["a"])
        #expect(throws: ProgramError.self) { try tar.read(file, limit: 5) }
    }

    @Test func anyBytes_areReadOrRefused() throws {
        var generator = SeededGenerator(seed: 3)
        let blocks = [
            entry("x", "9 path=a\n", flag: "x"), entry("pictures/a.png", "abc"), entry("l", "long", flag: "L"),
            entry("b", "de"),
        ]
        for _ in 0..<400 {
            var bytes = Array(blocks.joined())
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            // A valid checksum, so that later checks see the change, too.
            for start in stride(from: 0, to: bytes.count, by: 1024) {
                bytes.replaceSubrange((start + 148)..<(start + 156), with: checksum(bytes[start..<(start + 512)]))
            }
            guard let tar = try? archive([bytes]) else { continue }
            for file in tar.files.values { _ = try? tar.read(file, limit: 1 << 20) }
        }
    }

    private func checksum(_ header: ArraySlice<UInt8>) -> [UInt8] {
        let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
        let text = Array(String(sum, radix: 8).utf8)
        return text + [UInt8](repeating: 0, count: 8 - text.count)
    }
}
