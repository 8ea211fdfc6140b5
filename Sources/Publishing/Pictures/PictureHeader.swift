/// The file formats of pictures that the server takes.
public enum PictureFormat: String, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    case gif
    case avif
    case svg

    public var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

    /// The suffix of its address.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    public init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = format
    }
}

/// Why some bytes are no picture that can be taken.
public struct PictureFault: Error, Sendable, Equatable {
    /// A phrase such as "ends before the picture does".
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    static let truncated = PictureFault("ends before the picture does: send the whole file")
    static let trailing = PictureFault("has other data after the picture: save the picture again and send that file")
    static let noImage = PictureFault("has no image in it")
    static func malformed(_ part: String) -> PictureFault { PictureFault("is damaged: \(part)") }
}

/// The format and the size of a picture, from the structure of its file. The structure is followed to the end of the
/// file, so that a part of a picture and a picture with something behind it are found. Pixels are never decoded.
public struct PictureHeader: Sendable, Equatable {
    public let format: PictureFormat
    public let width: Int
    public let height: Int
    public let isAnimated: Bool

    /// The most pixels of a side.
    public static let mostPixels = 12_000

    public init(_ bytes: [UInt8]) throws(PictureFault) {
        guard let format = Self.format(of: bytes) else {
            throw PictureFault("is no JPEG, PNG, WebP, GIF, AVIF or SVG file")
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
        guard size.width <= Self.mostPixels, size.height <= Self.mostPixels else {
            throw PictureFault(
                "has \(size.width) × \(size.height) pixels; a side may have \(Self.mostPixels) at most")
        }
        self.format = format
        (width, height, isAnimated) = (size.width, size.height, size.isAnimated)
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

/// What the structure of a file says about the picture.
struct PictureSize: Equatable {
    var width: Int
    var height: Int
    var isAnimated = false
}

/// The bytes of a file, read from the start to the end.
struct PictureBytes {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - position }

    mutating func byte() throws(PictureFault) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func skip(_ count: Int) throws(PictureFault) {
        guard count >= 0, count <= remaining else { throw .truncated }
        position += count
    }

    /// The next bytes, which are read.
    mutating func take(_ count: Int) throws(PictureFault) -> ArraySlice<UInt8> {
        let start = position
        try skip(count)
        return bytes[start..<position]
    }

    mutating func bigEndian(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func littleEndian(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next four letters.
    mutating func name() throws(PictureFault) -> String { String(decoding: try take(4), as: UTF8.self) }

    func requireEnd() throws(PictureFault) { if remaining > 0 { throw .trailing } }
}
