public import HomeBlocks

/// Ids of pictures, and their URLs in content.
///
/// A picture's URL is `/pictures/ID.EXT`. Content mentions a picture wherever one of its strings contains `/pictures/`,
/// an id and a full stop, also after a host name, since a server may have several.
public enum PictureID {
    static let folder = "/pictures/"
    private static let length = 32

    /// The id of a picture: the first 128 bits of the SHA-256 of its bytes, in hexadecimal.
    public static func of(_ bytes: [UInt8]) -> String {
        Digest.sha256(bytes).prefix(length / 2).reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    public static func isValid(_ text: String) -> Bool { text.utf8.count == length && isDigits(text.utf8) }

    private static func isDigits(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The ids that a text mentions, each with its offset in bytes.
    static func mentions(in text: String) -> [(id: String, offset: Int)] {
        let (bytes, folder) = (Array(text.utf8), Array(folder.utf8))
        guard bytes.count > folder.count + length else { return [] }
        var found: [(id: String, offset: Int)] = []
        for start in 0..<(bytes.count - folder.count - length) where bytes[start] == folder[0] {
            let (first, end) = (start + folder.count, start + folder.count + length)
            guard bytes[start..<first].elementsEqual(folder), bytes[end] == UInt8(ascii: "."),
                isDigits(bytes[first..<end])
            else { continue }
            found.append((String(decoding: bytes[first..<end], as: UTF8.self), first))
        }
        return found
    }
}

/// A location in content that mentions a picture.
public struct PictureMention: Sendable, Equatable {
    public let picture: String
    public let pointer: JSONPointer
    /// Whether the URL has no host name, so that it always refers to this server.
    public let isOwn: Bool
}

extension JSONValue {
    /// The mentions of pictures in the value, in the order of members' names.
    public var pictureMentions: [PictureMention] {
        var mentions: [PictureMention] = []
        collectMentions(at: [], into: &mentions)
        return mentions
    }

    private func collectMentions(at path: [String], into mentions: inout [PictureMention]) {
        switch self {
        case .string(let text):
            let found = PictureID.mentions(in: text)
            if found.isEmpty { return }
            let pointer = JSONPointer(path)
            mentions += found.map { id, offset in
                PictureMention(picture: id, pointer: pointer, isOwn: offset == PictureID.folder.utf8.count)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                element.collectMentions(at: path + ["\(index)"], into: &mentions)
            }
        case .object(let members):
            for (name, value) in members.sortedByName {
                value.collectMentions(at: path + [name], into: &mentions)
            }
        case .null, .bool, .number: break
        }
    }

    /// Returns the value with one picture's URLs replaced by another picture's.
    func replacingPicture(_ id: String, with picture: UploadedPicture) -> JSONValue {
        switch self {
        case .string(let text): .string(picture.replacing(id, in: text))
        case .array(let elements): .array(elements.map { $0.replacingPicture(id, with: picture) })
        case .object(let members):
            .object(
                JSONObject(
                    members.map { ($0.key, $0.value.replacingPicture(id, with: picture)) }, uniquingKeysWith: { $1 }))
        case .null, .bool, .number: self
        }
    }
}

extension UploadedPicture {
    /// Returns a text with another picture's path replaced by this picture's.
    fileprivate func replacing(_ old: String, in text: String) -> String {
        PictureFormat.allCases.reduce(text) { text, format in
            text.replacing("\(PictureID.folder)\(old).\(format.fileExtension)", with: path)
        }
    }
}

extension UploadedPicture {
    /// Returns page-level fields with another picture replaced by this one.
    public func inPlace(of id: String, in data: JSONObject) -> JSONObject {
        JSONValue.object(data).replacingPicture(id, with: self).object ?? data
    }
}

extension BlockResource {
    /// The mentions of pictures in the resource.
    public var pictureMentions: [PictureMention] { JSONValue.object(json).pictureMentions }

    /// Returns the block with one picture replaced by another one.
    ///
    /// - Returns: nil if the block does not mention the picture.
    public func replacingPicture(_ id: String, with picture: UploadedPicture) -> BlockResource? {
        guard pictureMentions.contains(where: { $0.picture == id }) else { return nil }
        return BlockResource(stored: JSONValue.object(json).replacingPicture(id, with: picture))
    }

    /// The issues of mentions of this server's pictures that do not exist.
    ///
    /// - Parameter known: the mentioned pictures that exist.
    func pictureIssues(_ known: Set<String>) -> [ValidationIssue] { pictureMentions.issues(known) }
}

extension [PictureMention] {
    func issues(_ known: Set<String>) -> [ValidationIssue] {
        filter { $0.isOwn && !known.contains($0.picture) }.map { mention in
            ValidationIssue(
                mention.pointer, "there is no picture \"\(mention.picture)\"; upload it with POST /api/pictures first")
        }
    }
}

extension [BlockResource] {
    /// The ids of the pictures that the blocks mention.
    public var pictures: Set<String> { Set(flatMap { $0.pictureMentions.map(\.picture) }) }

    /// Rejects a change with a block that mentions a missing picture.
    ///
    /// - Parameter known: the mentioned pictures that exist.
    public func checkPictures(_ known: Set<String>) throws(PublishingError) {
        try flatMap { $0.pictureIssues(known) }.refuse("block")
    }
}
