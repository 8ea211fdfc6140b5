/// The markers of a JPEG file (ITU-T T.81).
enum JPEGStructure {
    private static let startOfImage: UInt8 = 0xD8
    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    private static let app1: UInt8 = 0xE1

    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var size: PictureSize?
        var exif: ArraySlice<UInt8>?
        var hasScan = false
        try reader.skip(2)
        while true {
            let marker = try marker(&reader)
            switch marker {
            case endOfImage:
                guard let size, hasScan else { throw .noImage }
                try reader.end()
                return exif.map(ExifOrientation.turns) == true ? size.turned : size
            case 0x01, 0xD0...0xD7: continue
            case startOfImage: throw .malformed("the JPEG file has a second start marker")
            default: break
            }
            let length = try reader.bigEndian(2)
            guard length >= 2 else { throw .malformed("a segment of the JPEG file has an invalid length") }
            let segment = try reader.take(length - 2)
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard segment.count >= 6 else { throw .malformed("the frame of the JPEG file is too short") }
                let values = Array(segment)
                let (height, width) = (Int(values[1]) << 8 | Int(values[2]), Int(values[3]) << 8 | Int(values[4]))
                size = PictureSize(width: width, height: height)
            }
            if marker == app1, exif == nil, segment.starts(with: "Exif\0".utf8) { exif = segment }
            if marker == startOfScan {
                guard size != nil else { throw .malformed("the JPEG file has a scan before its frame") }
                hasScan = true
                try skipScan(&reader)
            }
        }
    }

    /// Reads the next marker. Drops extra bytes before it, which some cameras write and decoders skip.
    private static func marker(_ reader: inout PictureBytes) throws(PictureFault) -> UInt8 {
        let start = reader.position
        while true {
            while try reader.byte() != 0xFF {}
            let first = reader.position - 1
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            guard marker != 0x00 else { continue }
            reader.drop(from: start, to: first)
            return marker
        }
    }

    /// Skips the coded data of a scan, up to the next marker.
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
