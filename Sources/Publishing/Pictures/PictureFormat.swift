/// The file formats of pictures that the server accepts.
public enum PictureFormat: String, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    case gif
    case avif
    case svg

    public var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

    /// The file extension in the picture's URL.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// The format that a `Content-Type` declares.
public struct PictureMediaType: Sendable, Equatable {
    /// The format that the file must have; nil if the type is generic, so that it is detected.
    public let format: PictureFormat?

    /// Names that programs use in place of the registered ones.
    private static let otherNames: [String: PictureFormat] = [
        "image/jpg": .jpeg, "image/jpe": .jpeg, "image/jfif": .jpeg, "image/pjpeg": .jpeg, "image/pipeg": .jpeg,
        "image/x-jpeg": .jpeg, "image/x-jpg": .jpeg, "image/x-png": .png, "image/apng": .png, "image/x-apng": .png,
        "image/vnd.mozilla.apng": .png, "image/x-webp": .webp, "image/x-gif": .gif, "image/x-avif": .avif,
        "image/avif-sequence": .avif, "image/svg": .svg, "image/svg-xml": .svg, "image/x-svg": .svg,
        "image/x-svg+xml": .svg, "application/svg+xml": .svg, "application/xml": .svg, "text/xml": .svg,
    ]
    private static let anyBytes: Set = ["application/octet-stream", "binary/octet-stream"]

    /// - Parameter name: the type and subtype in lower case; nil if the request has no `Content-Type`.
    /// - Returns: nil if it is not a picture's type.
    public init?(name: String?) {
        if let name, !Self.anyBytes.contains(name) {
            guard let format = PictureFormat.allCases.first(where: { $0.mediaType == name }) ?? Self.otherNames[name]
            else { return nil }
            self.format = format
        } else {
            format = nil
        }
    }
}
