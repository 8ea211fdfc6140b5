/// The chunks of a WebP file (RFC 9649).
enum WebPStructure {
    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try reader.skip(4)
        let length = try reader.littleEndian(4)
        var file = PictureBytes(Array(try reader.take(length)))
        // A file of odd length may have a padding byte.
        if length % 2 == 1, reader.remaining > 0 { try reader.skip(1) }
        let size = try size(&file)
        try reader.end()
        return size
    }

    private static func size(_ file: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try file.skip(4)
        var (canvas, image): (PictureSize?, PictureSize?) = (nil, nil)
        var (isAnimated, isTurned) = (false, false)
        while file.remaining > 1 {
            let type = try file.name()
            let size = try file.littleEndian(4)
            let data = try file.take(size)
            var chunk = PictureBytes(Array(data))
            if size % 2 == 1, file.remaining > 0 { try file.skip(1) }
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
            case "EXIF": isTurned = ExifOrientation.turns(data)
            default: break
            }
        }
        guard let size = canvas ?? image, image != nil || isAnimated else { throw .noImage }
        // Metadata counts only in files with a canvas.
        return isTurned && canvas != nil ? size.turned : size
    }

    private static func lossy(_ chunk: inout PictureBytes) throws(PictureFault) -> PictureSize {
        try chunk.skip(3)
        guard try chunk.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else {
            throw .malformed("the WebP file has an invalid image")
        }
        return PictureSize(width: try chunk.littleEndian(2) & 0x3FFF, height: try chunk.littleEndian(2) & 0x3FFF)
    }

    private static func lossless(_ chunk: inout PictureBytes) throws(PictureFault) -> PictureSize {
        guard try chunk.byte() == 0x2F else { throw .malformed("the WebP file has an invalid image") }
        let bits = try chunk.littleEndian(4)
        return PictureSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
}
