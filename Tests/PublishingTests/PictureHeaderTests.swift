import HomeBlocks
import Publishing
import Testing

/// Parsing the structure of picture files.
@Suite(.timeLimit(.minutes(1)))
struct PictureHeaderTests {
    /// A valid file of each format.
    static let files: [[UInt8]] = [png, jpeg, webp, gif, avif, svg]

    private static func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) } }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + [0, 0, 0, 13] + Array("IHDR".utf8) + big(1) + big(1) + [8, 2, 0, 0, 0] + [0x90, 0x77, 0x53, 0xDE]
        + [0, 0, 0, 12] + Array("IDAT".utf8)
        + [0x08, 0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00] + [0x18, 0xDD, 0x8D, 0xB0]
        + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 6, 0, 8, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD3, 0x56, 0xFF, 0xD9]
    private static let webp: [UInt8] =
        Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8L".utf8) + [8, 0, 0, 0, 0x2F, 7, 0x40, 1, 0, 0, 0, 0]
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [8, 0, 6, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + [0x21, 0xFE, 2, 0x68, 0x69, 0]
        + [0x2C, 0, 0, 0, 0, 8, 0, 6, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]
    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8) + Array(name.utf8) + content
    }
    private static let avif: [UInt8] =
        box("ftyp", Array("avif".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
        + box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", box("ispe", [0, 0, 0, 0] + big(8) + big(6)))))
        + box("mdat", [1, 2, 3])
    private static let svg = Array(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"5.5\"><rect fill=\"url(#a)\"/></svg>".utf8)

    @Test func eachFormat_isKnown_withItsSize() throws {
        let found = try Self.files.map { try PictureHeader($0) }
        #expect(found.map(\.format) == [.png, .jpeg, .webp, .gif, .avif, .svg])
        #expect(found.map(\.width) == [1, 8, 8, 8, 8, 8])
        #expect(found.map(\.height) == [1, 6, 6, 6, 6, 6])
        #expect(found.allSatisfy { !$0.isAnimated })
    }

    @Test(arguments: files) func noPartOfAFile_isAPicture(file: [UInt8]) {
        // Browsers accept a GIF file without its last byte, the trailer, which is then added.
        let count = file == Self.gif ? file.count - 1 : file.count
        for count in 0..<count {
            #expect(throws: PictureFault.self) { try PictureHeader(Array(file.prefix(count))) }
        }
        #expect((try? PictureHeader(Array(Self.gif.dropLast())))?.content == Self.gif)
    }

    @Test(arguments: files) func bytesAfterAPicture_areNotStored(file: [UInt8]) throws {
        #expect(try PictureHeader(file).content == file)
        for more in ["x", "film", "\u{0}\u{0}\u{0}\u{10}evil\u{0}\u{0}", "\u{0}\u{0}\u{0}"] {
            let header = try? PictureHeader(file + more.utf8)
            #expect(file == Self.svg ? header == nil : header?.content == file, "\(more.debugDescription)")
        }
    }

    @Test(arguments: files) func anotherFileAfterAPicture_isRefused(file: [UInt8]) {
        for more in ["<script>", "PK\u{3}\u{4}", "\n%PDF-1.7", "\u{0}\u{0}#!/bin/sh", "\u{7F}ELF"] {
            #expect(throws: PictureFault.self) { try PictureHeader(file + more.utf8) }
        }
    }

    @Test func sidesThatCannotBeMultiplied_areRefused() {
        let size = Self.box("ispe", [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
        let file =
            Self.box("ftyp", Array("avif".utf8) + [0, 0, 0, 0])
            + Self.box("meta", [0, 0, 0, 0] + Self.box("iprp", Self.box("ipco", size + size))) + Self.box("mdat", [1])
        #expect(throws: PictureFault.self) { try PictureHeader(file) }
    }

    @Test(arguments: files) func anyBytes_areReadOrRefused(file: [UInt8]) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var changed = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let header = try? PictureHeader(changed) else { continue }
            #expect((1...PictureHeader.maximumPixels).contains(header.width))
            #expect((1...PictureHeader.maximumPixels).contains(header.height))
        }
    }
}

/// Mentions of pictures in content.
@Suite(.timeLimit(.minutes(1)))
struct PictureMentionTests {
    private static let id = String(repeating: "0a", count: 16)

    @Test func mentions_areFoundWithTheirPlace_andWhetherTheyAreOwn() {
        let block = BlockResource(
            blockCode: "a", showType: "X",
            localizations: ["en": ["pic": .string("/pictures/\(Self.id).png")]],
            content: [
                "list": [
                    ["pic": .string("https://cdn.example.com/pictures/\(Self.id).webp?w=2")], "/pictures/short.png",
                ],
                "html": .string("<img src=\"/pictures/\(Self.id).png\">"),
            ])
        let mentions = block.pictureMentions
        #expect(
            mentions.map(\.pointer.description) == ["/content/html", "/content/list/0/pic", "/localizations/en/pic"])
        #expect(mentions.map(\.picture) == [Self.id, Self.id, Self.id])
        #expect(mentions.map(\.isOwn) == [false, false, true])
        #expect([block].pictures == [Self.id])
    }

    @Test func textsThatAreNotAddresses_mentionNothing() {
        for text in [
            "/pictures/\(Self.id)", "/pictures/\(Self.id.dropLast()).png", "/pictures/\(Self.id)0.png",
            "pictures/\(Self.id).png",
            "/pictures/\(Self.id.uppercased()).png", "/picture/\(Self.id).png", "/pictures/", "",
        ] {
            #expect(JSONValue.string(text).pictureMentions.isEmpty, "\(text)")
        }
    }

    @Test func theIdOfAPicture_isHalfOfItsHash() {
        #expect(PictureID.of([]) == "e3b0c44298fc1c149afbf4c8996fb924")
        #expect(PictureID.isValid(PictureID.of([1])) && !PictureID.isValid("E3b0c44298fc1c149afbf4c8996fb924"))
    }
}
