/// Why a file is not accepted as a picture.
public struct PictureFault: Error, Sendable, Equatable {
    /// A phrase such as "contains no image".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    static let truncated = PictureFault("is truncated: send the whole file")
    static let noImage = PictureFault("contains no image")
    static func malformed(_ part: String) -> PictureFault { PictureFault("is damaged: \(part)") }
    static func trailing(_ data: String = "other data") -> PictureFault {
        PictureFault("has \(data) after the picture: save the picture again and send that file")
    }
}

/// The format and the size of a picture, from the structure of its file. The structure is read to the end of the
/// picture to detect truncated files and trailing data. Pixels are never decoded.
public struct PictureHeader: Sendable, Equatable {
    public let format: PictureFormat
    /// The size in pixels as displayed, after any rotation that the file specifies.
    public let width: Int
    public let height: Int
    public let isAnimated: Bool
    /// The bytes of the picture, without trailing data and without parts that no program reads.
    public let content: [UInt8]

    /// The maximum width and height, in pixels.
    public static let maximumPixels = 12_000

    public init(_ bytes: [UInt8]) throws(PictureFault) {
        guard let format = Self.format(of: bytes) else {
            throw PictureFault("is not a JPEG, PNG, WebP, GIF, AVIF or SVG file")
        }
        var reader = PictureBytes(bytes)
        let size: PictureSize =
            switch format {
            case .jpeg: try JPEGStructure.read(&reader)
            case .png: try PNGStructure.read(&reader)
            case .webp: try WebPStructure.read(&reader)
            case .gif: try GIFStructure.read(&reader)
            case .avif: try AVIFStructure.read(&reader)
            case .svg: try SVGChecker.check(bytes)
            }
        guard size.width >= 1, size.height >= 1 else { throw PictureFault("has no width or no height") }
        guard size.width <= Self.maximumPixels, size.height <= Self.maximumPixels else {
            throw PictureFault(
                "has \(size.width) × \(size.height) pixels; the maximum per side is \(Self.maximumPixels)")
        }
        self.format = format
        (width, height, isAnimated) = (size.width, size.height, size.isAnimated)
        content = reader.kept
    }

    private static func format(of bytes: [UInt8]) -> PictureFormat? {
        func has(_ text: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text) }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has([0x89] + "PNG\r\n".utf8 + [0x1A, 0x0A]) { return .png }
        if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
        if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return .gif }
        if has(Array("ftyp".utf8), at: 4) { return .avif }
        let start = has([0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "<") ? .svg : nil
    }
}

/// The properties of a picture in the structure of its file.
struct PictureSize: Equatable {
    var width: Int
    var height: Int
    var isAnimated = false

    /// The size after a rotation by 90 or 270 degrees.
    var turned: PictureSize { PictureSize(width: height, height: width, isAnimated: isAnimated) }
}
