/// The chunks of a PNG file (ISO/IEC 15948), with their checksums.
enum PNGStructure {
    /// Decoders stop at any other chunk whose name begins with an uppercase letter.
    private static let critical: Set = ["IHDR", "PLTE", "IDAT", "IEND"]
    private static let ofAnimation: Set = ["acTL", "fcTL", "fdAT"]
    /// The bit depths of each color type.
    private static let depths: [UInt8: Set<UInt8>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    private static let paletteType: UInt8 = 3

    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var header: Header?
        var (hasPalette, hasData, isTurned) = (false, false, false)
        try reader.skip(8)
        while true {
            let chunk = try chunk(&reader)
            if !chunk.isIntact {
                guard !critical.contains(chunk.name), !ofAnimation.contains(chunk.name) else {
                    throw .malformed("a chunk of the PNG file has an invalid checksum")
                }
                // Decoders skip the chunk, but some programs reject the whole file because of it.
                reader.drop(from: chunk.start, to: reader.position)
                continue
            }
            guard header != nil || chunk.name == "IHDR" else {
                throw .malformed("the PNG file does not begin with its header")
            }
            switch chunk.name {
            case "IHDR":
                guard header == nil else { throw .malformed("the PNG file has two headers") }
                header = try Header(Array(chunk.data))
            case "PLTE":
                guard chunk.data.count % 3 == 0, (3...768).contains(chunk.data.count) else {
                    throw .malformed("the PNG file has an invalid palette")
                }
                hasPalette = true
            case "acTL": header?.size.isAnimated = true
            // Programs ignore an orientation after the pixels.
            case "eXIf" where !hasData: isTurned = ExifOrientation.turns(chunk.data)
            case "IDAT":
                guard hasPalette || header?.needsPalette == false else {
                    throw .malformed("the PNG file has no palette")
                }
                hasData = true
            case "IEND":
                guard let header, hasData else { throw .noImage }
                try reader.end()
                return isTurned ? header.size.turned : header.size
            default: break
            }
        }
    }

    private struct Chunk {
        /// The position of the chunk's length in the file.
        let start: Int
        let name: String
        let data: ArraySlice<UInt8>
        /// Whether the checksum is correct.
        let isIntact: Bool
    }

    private static func chunk(_ reader: inout PictureBytes) throws(PictureFault) -> Chunk {
        let start = reader.position
        let length = try reader.bigEndian(4)
        let name = try reader.take(4)
        let isLetters = name.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        guard isLetters else { throw .malformed("the PNG file has an invalid chunk") }
        let data = try reader.take(length)
        let isIntact = try reader.bigEndian(4) == Int(CRC32.of(reader.bytes[name.startIndex..<data.endIndex]))
        let chunk = Chunk(start: start, name: String(decoding: name, as: UTF8.self), data: data, isIntact: isIntact)
        if name.first.map({ $0 < 0x61 }) == true, !critical.contains(chunk.name) {
            throw .malformed("the PNG file has the unknown critical chunk \(chunk.name)")
        }
        return chunk
    }

    private struct Header {
        var size: PictureSize
        let needsPalette: Bool

        init(_ data: [UInt8]) throws(PictureFault) {
            guard data.count == 13 else { throw .malformed("the PNG file has an invalid header") }
            func number(_ offset: Int) -> Int { data[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
            let (depth, type) = (data[8], data[9])
            guard depths[type]?.contains(depth) == true else {
                throw .malformed(
                    "the PNG file has a bit depth of \(depth), which the color type \(type) does not allow")
            }
            guard data[10] == 0, data[11] == 0, data[12] <= 1 else {
                throw .malformed("the PNG file has an unknown compression, filter or interlace method")
            }
            size = PictureSize(width: number(0), height: number(4))
            needsPalette = type == paletteType
        }
    }
}

/// The checksum of PNG chunks.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
