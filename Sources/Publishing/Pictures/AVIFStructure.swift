/// The boxes of an AVIF file (ISO/IEC 23000-22 and 14496-12).
enum AVIFStructure {
    /// Boxes that may hold the image's size.
    private static let containers: Set = ["meta", "iprp", "ipco", "moov", "trak", "mdia", "minf", "stbl"]
    /// What may stand beside each other at the top. Other boxes could hide another file.
    private static let topLevel: Set = ["ftyp", "meta", "moov", "mdat", "free", "skip"]

    static func read(_ reader: inout PictureBytes) throws(PictureFault) -> PictureSize {
        var sizes: [PictureSize] = []
        var names: [String] = []
        var isSequence = false
        while reader.remaining > 0 {
            var (name, content) = try box(&reader)
            guard topLevel.contains(name) else {
                throw names.isEmpty ? PictureFault("is no AVIF picture") : .trailing
            }
            if names.isEmpty {
                let brands = try brands(name, &content)
                guard brands.contains("avif") || brands.contains("avis") else {
                    throw PictureFault("is no AVIF picture")
                }
                isSequence = brands.contains("avis")
            }
            names.append(name)
            if containers.contains(name) { try collect(name, &content, into: &sizes, depth: 0) }
        }
        guard names.contains("mdat") else { throw .truncated }
        // The image itself is the largest item: thumbnails and tiles are smaller.
        guard var size = sizes.max(by: { $0.width * $0.height < $1.width * $1.height }) else { throw .noImage }
        size.isAnimated = isSequence && names.contains("moov")
        return size
    }

    private static func brands(_ name: String, _ content: inout PictureBytes) throws(PictureFault) -> [String] {
        guard name == "ftyp" else { return [] }
        var brands = [try content.name()]
        try content.skip(4)
        while content.remaining >= 4 { brands.append(try content.name()) }
        return brands
    }

    private static func box(
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

    private static func collect(
        _ name: String, _ content: inout PictureBytes, into sizes: inout [PictureSize], depth: Int
    ) throws(PictureFault) {
        guard depth < 8 else { throw .malformed("the boxes of the AVIF file are too deep") }
        if name == "meta" { try content.skip(4) }
        while content.remaining > 0 {
            var (name, inner) = try box(&content)
            if name == "ispe" {
                try inner.skip(4)
                sizes.append(PictureSize(width: try inner.bigEndian(4), height: try inner.bigEndian(4)))
            } else if containers.contains(name) {
                try collect(name, &inner, into: &sizes, depth: depth + 1)
            }
        }
    }
}
