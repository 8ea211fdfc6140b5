import Foundation
public import HomeBlocks

/// An uploaded picture. Its bytes never change: different bytes are another picture.
public struct UploadedPicture: Sendable, Equatable {
    public let id: String
    public let format: PictureFormat
    public let width: Int
    public let height: Int
    public let isAnimated: Bool
    /// The size of the file, in bytes.
    public let bytes: Int
    public var name: String
    /// A description for people who cannot see the picture.
    public var alt: String
    public var tags: [String]
    public let created: Authorship
    public var changed: Authorship

    public init(
        id: String, format: PictureFormat, width: Int, height: Int, isAnimated: Bool, bytes: Int, name: String,
        alt: String = "", tags: [String] = [], created: Authorship, changed: Authorship
    ) {
        self.id = id
        self.format = format
        (self.width, self.height, self.isAnimated, self.bytes) = (width, height, isAnimated, bytes)
        (self.name, self.alt, self.tags) = (name, alt, tags)
        (self.created, self.changed) = (created, changed)
    }

    /// The file name in its URL.
    public var file: String { "\(id).\(format.fileExtension)" }

    /// Its relative URL, as in content.
    public var path: String { PictureID.folder + file }

    /// The folded text that is searched for words.
    public var searchText: String { SearchFolding.folded(words) }

    /// The name, the alternative text, the id and the tags, a line each.
    private var words: String { ([name, alt, id] + tags).joined(separator: "\n") }

    /// The ETag of its metadata.
    public var tag: StateTag {
        StateTag(hashing: Data("picture\n\(id)\n\(changed.at.milliseconds)\n\(words)\n\(name)\n\(alt)".utf8))
    }

    public var json: JSONObject {
        [
            "id": .string(id), "url": .string(path), "type": .string(format.mediaType), "width": JSONValue(width),
            "height": JSONValue(height), "bytes": JSONValue(bytes), "animated": .bool(isAnimated),
            "name": .string(name), "alt": .string(alt), "tags": .array(tags.map { .string($0) }),
            "info": [
                "etag": .string("\"\(tag.text)\""), "createdBy": .string(created.by),
                "createdAt": .string(created.at.rfc3339), "changedBy": .string(changed.by),
                "changedAt": .string(changed.at.rfc3339),
            ],
        ]
    }

    /// Checks the precondition of a change.
    public func check(_ precondition: Precondition) throws(PublishingError) {
        guard precondition.allows(tag) else {
            throw .changed(
                CurrentState("the picture", json: json, tag: tag, changedBy: changed.by, changedAt: changed.at))
        }
    }
}

/// An uploaded file that becomes a picture.
public struct PictureUpload: Sendable {
    public let id: String
    private let header: PictureHeader
    private let name: String?

    static let nameRule = "must be 1 to 200 characters without control characters"

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - format: the declared format; nil to detect it.
    ///   - name: the display name; nil for one made from the id.
    /// - Throws: ``PublishingError/invalid(_:)`` with the reason if the file is not accepted.
    public init(_ bytes: [UInt8], format: PictureFormat?, name: String?) throws(PublishingError) {
        do { header = try PictureHeader(bytes) } catch {
            throw .invalid(
                InvalidInput(
                    "The picture was rejected: the file \(error.reason).",
                    issues: [ValidationIssue(JSONPointer(), error.reason)]))
        }
        if let format, header.format != format {
            let reason = "is a file of the type \(header.format.mediaType), but Content-Type says \(format.mediaType)"
            throw .invalid(
                InvalidInput(
                    "The picture was rejected: the file \(reason).", issues: [ValidationIssue(JSONPointer(), reason)]))
        }
        if let name, !Identifier.isTitle(name) {
            throw .invalid(
                InvalidInput(
                    "The picture was rejected: `name` \(Self.nameRule).",
                    issues: [ValidationIssue(JSONPointer(["name"]), Self.nameRule)]))
        }
        self.name = name
        id = PictureID.of(header.content)
    }

    /// The bytes to store: those of the picture, without trailing data.
    public var bytes: [UInt8] { header.content }

    /// Creates the picture.
    ///
    /// - Parameters:
    ///   - used: the current total size of all pictures, in bytes.
    ///   - maximumBytes: the maximum total size of all pictures, in bytes.
    public func picture(used: Int, maximumBytes: Int, by created: Authorship) throws(PublishingError) -> UploadedPicture
    {
        guard used + bytes.count <= maximumBytes else {
            throw .conflict(
                "The pictures would exceed the limit pictures.maximumBytes of \(maximumBytes) bytes in total. Delete "
                    + "unused pictures, or raise the limit.")
        }
        return UploadedPicture(
            id: id, format: header.format, width: header.width, height: header.height, isAnimated: header.isAnimated,
            bytes: bytes.count, name: name ?? "\(id.prefix(8)).\(header.format.fileExtension)", created: created,
            changed: created)
    }
}

/// A change of a picture's metadata.
public struct PicturePatch: Sendable, Equatable {
    public var name: String?
    public var alt: String?
    public var tags: [String]?

    private static let altRule = "must be a string of at most 500 characters without control characters"
    private static let tagsRule =
        "must be a list of at most 20 distinct strings of 1 to 50 characters without control characters"

    /// Reads a request body. Absent members stay unchanged; null removes.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "alt", "tags"])
        let members = json.object ?? [:]
        if members["name"] == .null { reader.issue("name", PictureUpload.nameRule) }
        name = reader.title("name")
        alt = reader.text("alt", Self.altRule) { $0.unicodeScalars.count <= 500 && Identifier.isPrintable($0) }
        if members["alt"] == .null { alt = "" }
        if members["tags"] == .null { tags = [] }
        if let value = reader.value("tags") {
            let texts = value.array?.compactMap(\.string) ?? []
            let areGood = texts.allSatisfy { (1...50).contains($0.unicodeScalars.count) && Identifier.isPrintable($0) }
            if texts.count == value.array?.count, texts.count <= 20, Set(texts).count == texts.count, areGood {
                tags = texts
            } else {
                reader.issue("tags", Self.tagsRule)
            }
        }
        try reader.finish("The picture was not changed")
    }

    /// - Returns: nil if it changes nothing.
    public func applied(
        to old: UploadedPicture, by changed: Authorship, if precondition: Precondition
    ) throws(PublishingError) -> UploadedPicture? {
        try old.check(precondition)
        var new = old
        new.name = name ?? old.name
        new.alt = alt ?? old.alt
        new.tags = tags ?? old.tags
        if new == old { return nil }
        new.changed = changed
        return new
    }
}

/// A filter for lists of pictures.
public struct PictureFilter: Sendable, Equatable {
    /// Folded words that each picture must have in its name, alternative text, tags or id.
    private let words: [String]
    /// Whether stored content uses them; nil for either.
    public let isUsed: Bool?

    public init(query: String = "", isUsed: Bool? = nil) {
        words = SearchFolding.folded(query).split(whereSeparator: \.isWhitespace).prefix(8).map(String.init)
        self.isUsed = isUsed
    }

    /// For each word, a LIKE pattern for texts that contain it, with the escape character `\`.
    public var patterns: [String] { words.map(SearchText.pattern) }
}

/// The number and the total size of all pictures.
public struct PictureUsage: Sendable, Equatable {
    public let count: Int
    public let bytes: Int

    public init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// - Parameter maximumBytes: the maximum total size of all pictures, in bytes.
    public func json(maximumBytes: Int) -> JSONValue {
        ["pictures": JSONValue(count), "bytes": JSONValue(bytes), "maximumBytes": JSONValue(maximumBytes)]
    }
}

/// The limits of pictures.
public struct PictureRules: Sendable, Equatable {
    /// The maximum size of a picture, in bytes.
    public var maximumPictureBytes = 5 << 20
    /// The maximum total size of all pictures, in bytes.
    public var maximumBytes = 2 << 30

    public init() {}

    /// How many seconds an unused picture is kept after its upload.
    public static let graceSeconds = 24 * 3600
}

extension PublishingError {
    public static func noPicture(_ id: String) -> PublishingError {
        .notFound("There is no picture \"\(id.prefix(64))\". GET /api/pictures lists them.")
    }
}
