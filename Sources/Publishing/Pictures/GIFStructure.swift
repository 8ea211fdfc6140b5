/// The blocks of a GIF file (GIF89a).
enum GIFStructure {
    private static let trailer: UInt8 = 0x3B

    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try reader.skip(6)
        var size = PictureSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        try skipColors(try reader.byte(), &reader, behind: 2)
        var frames = 0
        while true {
            let start = reader.position
            switch reader.remaining == 0 ? nil : try reader.byte() {
            case 0x2C:
                frames += 1
                try reader.skip(8)
                try skipColors(try reader.byte(), &reader, behind: 0)
                try reader.skip(1)
                try skipSubBlocks(&reader)
            case 0x21:
                try reader.skip(1)
                try skipSubBlocks(&reader)
            case trailer:
                guard frames > 0 else { throw .noImage }
                try reader.end()
                size.isAnimated = frames > 1
                return size
            case let block:
                // Many programs write no trailer, and browsers show the frames before the end or an invalid block.
                guard frames > 0 else {
                    throw block == nil ? .truncated : .malformed("the GIF file has an invalid block")
                }
                try reader.end(at: start, adding: [trailer])
                size.isAnimated = frames > 1
                return size
            }
        }
    }

    /// Skips the color table that a flag announces.
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
