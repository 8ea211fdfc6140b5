/// The boxes of an AVIF file (ISO/IEC 23000-22 and 14496-12).
enum AVIFStructure {
    /// The boxes at the top level.
    private static let topLevel: Set = ["ftyp", "meta", "moov", "mdat", "free", "skip"]

    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var items = AVIFItems()
        var (isFirst, hasData, hasMovie, isSequence) = (true, false, false, false)
        while reader.remaining > 0 {
            let start = reader.position
            if hasData, !items.sizes.isEmpty, try isTrailing(reader) {
                // Camera-specific boxes (such as films), padding, or another file.
                if reader.remaining > 8, let found = HiddenFile.find(in: reader.bytes[(start + 8)...]) {
                    throw .trailing(found)
                }
                try reader.end()
                break
            }
            var (name, content) = try box(&reader)
            guard topLevel.contains(name) else {
                throw isFirst ? PictureFault("is not an AVIF picture") : .trailing()
            }
            if isFirst {
                let brands = try brands(name, &content)
                guard brands.contains("avif") || brands.contains("avis") else {
                    throw PictureFault("is not an AVIF picture")
                }
                isSequence = brands.contains("avis")
            }
            isFirst = false
            if name == "mdat" { hasData = true }
            if name == "moov" { hasMovie = true }
            if name == "meta" || name == "moov" { try items.read(name, &content) }
        }
        guard hasData else { throw .truncated }
        guard var size = items.size else { throw .noImage }
        size.isAnimated = isSequence && hasMovie
        return size
    }

    /// Whether the next bytes are not a box of the picture. Does not consume them.
    private static func isTrailing(_ reader: PictureBytes) throws(PictureFault) -> Bool {
        guard reader.remaining >= 8 else { return true }
        var next = reader
        try next.skip(4)
        let name = try next.name()
        return name == "ftyp" || !topLevel.contains(name)
    }

    private static func brands(_ name: String, _ content: inout PictureBytes) throws(PictureFault) -> [String] {
        guard name == "ftyp" else { return [] }
        var brands = [try content.name()]
        try content.skip(4)
        while content.remaining >= 4 { brands.append(try content.name()) }
        return brands
    }

    /// Reads the next box.
    static func box(
        _ reader: inout PictureBytes
    ) throws(PictureFault) -> (name: String, content: PictureBytes) {
        var length = try reader.bigEndian(4)
        let name = try reader.name()
        var head = 8
        if length == 1 {
            guard try reader.bigEndian(4) == 0 else { throw .truncated }
            length = try reader.bigEndian(4)
            head = 16
        }
        let count = length == 0 ? reader.remaining : length - head
        return (name, PictureBytes(Array(try reader.take(count))))
    }
}
