/// The items of an AVIF file and their properties.
struct AVIFItems {
    /// Boxes that may contain image sizes.
    private static let containers: Set = ["meta", "iprp", "ipco", "moov", "trak", "mdia", "minf", "stbl"]
    private static let maximumDepth = 8

    private enum Property {
        case size(PictureSize)
        /// A rotation by 90 or 270 degrees.
        case onItsSide
        case other
    }

    /// All image sizes in the file.
    private(set) var sizes: [PictureSize] = []
    private var primary: Int?
    private var properties: [Property] = []
    /// The property numbers of each item, which begin at 1.
    private var associations: [Int: [Int]] = [:]

    /// The size of the picture as displayed; nil if there is no picture.
    var size: PictureSize? {
        let numbers = primary.flatMap { associations[$0] } ?? []
        let own = numbers.compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
        var size: PictureSize?
        var isTurned = false
        for property in own {
            switch property {
            case .size(let found): size = size ?? found
            case .onItsSide: isTurned = true
            case .other: break
            }
        }
        // Without a primary item, the largest size is used: thumbnails and tiles are smaller.
        guard let size = size ?? sizes.max(by: { $0.width * $0.height < $1.width * $1.height }) else { return nil }
        return isTurned ? size.turned : size
    }

    /// Reads a box that contains boxes.
    mutating func read(_ name: String, _ content: inout PictureBytes, depth: Int = 0) throws(PictureFault) {
        guard depth < Self.maximumDepth else { throw .malformed("the boxes of the AVIF file nest too deeply") }
        if name == "meta" { try content.skip(4) }
        while content.remaining > 0 {
            var (inner, bytes) = try AVIFStructure.box(&content)
            if name == "ipco" { properties.append(try property(inner, bytes)) }
            switch inner {
            case "ispe": sizes.append(try Self.imageSize(bytes))
            case "pitm": primary = primary == nil ? try Self.primaryItem(bytes) : primary
            case "ipma": try associate(bytes)
            case _ where Self.containers.contains(inner): try read(inner, &bytes, depth: depth + 1)
            default: break
            }
        }
    }

    private func property(_ name: String, _ bytes: PictureBytes) throws(PictureFault) -> Property {
        var bytes = bytes
        switch name {
        case "ispe": return .size(try Self.imageSize(bytes))
        case "irot": return try bytes.byte() % 2 == 1 ? .onItsSide : .other
        default: return .other
        }
    }

    private static func imageSize(_ bytes: PictureBytes) throws(PictureFault) -> PictureSize {
        var bytes = bytes
        try bytes.skip(4)
        // Keeps the product of two sides from overflowing.
        let maximum = Int(Int32.max)
        return PictureSize(width: min(try bytes.bigEndian(4), maximum), height: min(try bytes.bigEndian(4), maximum))
    }

    private static func primaryItem(_ bytes: PictureBytes) throws(PictureFault) -> Int {
        var bytes = bytes
        let version = try bytes.byte()
        try bytes.skip(3)
        return try bytes.bigEndian(version == 0 ? 2 : 4)
    }

    private mutating func associate(_ bytes: PictureBytes) throws(PictureFault) {
        var bytes = bytes
        let version = try bytes.byte()
        let flags = try bytes.bigEndian(3)
        for _ in 0..<(try bytes.bigEndian(4)) {
            let item = try bytes.bigEndian(version == 0 ? 2 : 4)
            for _ in 0..<(try bytes.byte()) {
                let number = flags & 1 == 0 ? Int(try bytes.byte() & 0x7F) : try bytes.bigEndian(2) & 0x7FFF
                associations[item, default: []].append(number)
            }
        }
    }
}
