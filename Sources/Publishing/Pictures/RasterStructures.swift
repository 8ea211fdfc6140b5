/// The markers of a JPEG file (ITU-T T.81).
enum JPEGStructure {
    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var size: PictureSize?
        var hasScan = false
        try reader.skip(2)
        while true {
            guard try reader.byte() == 0xFF else { throw .malformed("a marker of the JPEG file is missing") }
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            switch marker {
            case 0xD9:
                try reader.requireEnd()
                guard let size, hasScan else { throw .noImage }
                return size
            case 0x01, 0xD0...0xD7: continue
            case 0x00, 0xD8: throw .malformed("a marker of the JPEG file is not one")
            default: break
            }
            let length = try reader.bigEndian(2)
            guard length >= 2 else { throw .malformed("a segment of the JPEG file has no length") }
            let segment = try reader.take(length - 2)
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard segment.count >= 6 else { throw .malformed("the frame of the JPEG file is too short") }
                let values = Array(segment)
                let (height, width) = (Int(values[1]) << 8 | Int(values[2]), Int(values[3]) << 8 | Int(values[4]))
                size = PictureSize(width: width, height: height)
            }
            if marker == 0xDA {
                guard size != nil else { throw .malformed("the JPEG file has a scan before its frame") }
                hasScan = true
                try skipScan(&reader)
            }
        }
    }

    /// Skips the coded data of a scan, up to the marker behind it.
    private static func skipScan(_ reader: inout PictureBytes) throws(PictureFault) {
        let bytes = reader.bytes
        var position = reader.position
        while position + 1 < bytes.count {
            let next = bytes[position + 1]
            if bytes[position] == 0xFF, next != 0x00, next != 0xFF, !(0xD0...0xD7).contains(next) {
                return try reader.skip(position - reader.position)
            }
            position += 1
        }
        throw .truncated
    }
}

/// The chunks of a PNG file (ISO/IEC 15948), with their check sums.
enum PNGStructure {
    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var size: PictureSize?
        var hasData = false
        try reader.skip(8)
        while true {
            let length = try reader.bigEndian(4)
            let start = reader.position
            let type = try reader.name()
            let data = Array(try reader.take(length))
            let checked = reader.bytes[start..<reader.position]
            guard try reader.bigEndian(4) == Int(CRC32.of(checked)) else {
                throw .malformed("a chunk of the PNG file has another check sum")
            }
            guard size != nil || type == "IHDR" else { throw .malformed("the PNG file does not begin with its header") }
            switch type {
            case "IHDR":
                guard size == nil, data.count == 13 else { throw .malformed("the header of the PNG file is not one") }
                func number(_ offset: Int) -> Int { data[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
                size = PictureSize(width: number(0), height: number(4))
            case "acTL": size?.isAnimated = true
            case "IDAT": hasData = true
            case "IEND":
                try reader.requireEnd()
                guard let size, hasData else { throw .noImage }
                return size
            default: break
            }
        }
    }
}

/// The check sum of PNG.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}

/// The chunks of a WebP file (RFC 9649).
enum WebPStructure {
    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try reader.skip(4)
        let length = try reader.littleEndian(4)
        // A file of an odd length may have a byte more.
        guard length <= reader.remaining else { throw .truncated }
        guard reader.remaining - length <= length % 2 else { throw .trailing }
        try reader.skip(4)
        var (canvas, image): (PictureSize?, PictureSize?) = (nil, nil)
        var isAnimated = false
        while reader.remaining > 1 {
            let type = try reader.name()
            let size = try reader.littleEndian(4)
            var chunk = PictureBytes(Array(try reader.take(size)))
            if size % 2 == 1, reader.remaining > 0 { try reader.skip(1) }
            switch type {
            case "VP8X":
                let flags = try chunk.byte()
                try chunk.skip(3)
                canvas = PictureSize(
                    width: try chunk.littleEndian(3) + 1, height: try chunk.littleEndian(3) + 1,
                    isAnimated: flags & 0x02 != 0)
            case "VP8 ": image = try lossy(&chunk)
            case "VP8L": image = try lossless(&chunk)
            case "ANMF": isAnimated = true
            default: break
            }
        }
        guard let size = canvas ?? image, image != nil || isAnimated else { throw .noImage }
        return size
    }

    private static func lossy(_ chunk: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try chunk.skip(3)
        guard try chunk.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else {
            throw .malformed("the image of the WebP file is not one")
        }
        return PictureSize(width: try chunk.littleEndian(2) & 0x3FFF, height: try chunk.littleEndian(2) & 0x3FFF)
    }

    private static func lossless(_ chunk: inout PictureBytes) throws(PictureFault) -> PictureSize {
        guard try chunk.byte() == 0x2F else { throw .malformed("the image of the WebP file is not one") }
        let bits = try chunk.littleEndian(4)
        return PictureSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
}

/// The blocks of a GIF file (GIF89a).
enum GIFStructure {
    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try reader.skip(6)
        var size = PictureSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        try skipColors(try reader.byte(), &reader, behind: 2)
        var frames = 0
        while true {
            switch try reader.byte() {
            case 0x2C:
                frames += 1
                try reader.skip(8)
                try skipColors(try reader.byte(), &reader, behind: 0)
                try reader.skip(1)
                try skipSubBlocks(&reader)
            case 0x21:
                try reader.skip(1)
                try skipSubBlocks(&reader)
            case 0x3B:
                try reader.requireEnd()
                guard frames > 0 else { throw .noImage }
                size.isAnimated = frames > 1
                return size
            default: throw .malformed("a block of the GIF file is not one")
            }
        }
    }

    /// Skips the table of colors that a flag announces.
    private static func skipColors(
        _ flags: UInt8, _ reader: inout PictureBytes, behind count: Int
    ) throws(PictureFault) {
        try reader.skip(count)
        if flags & 0x80 != 0 { try reader.skip(3 << Int(flags & 7 + 1)) }
    }

    private static func skipSubBlocks(_ reader: inout PictureBytes) throws(PictureFault) {
        while true {
            let length = try reader.byte()
            if length == 0 { return }
            try reader.skip(Int(length))
        }
    }
}
