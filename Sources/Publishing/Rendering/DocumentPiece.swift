/// A piece of a document: some consecutive sections. The first and the last piece include what surrounds all sections.
///
/// Where a piece ends depends only on the sections at its end. Moving or changing a section leaves the other pieces
/// unchanged, so they need not be copied again.
public struct DocumentPiece: Sendable {
    /// Distinguishes pieces with different bytes: the hashes of their parts.
    public struct Identity: Sendable, Hashable {
        fileprivate var digests: [UInt8] = []

        /// The memory that it uses, in bytes.
        public var weight: Int { digests.capacity }

        // An array hashes its bytes one by one, which is slow.
        public func hash(into hasher: inout Hasher) { digests.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// Pieces with the same identity have the same bytes.
    public private(set) var identity = Identity()
    /// The bytes in parts. Those of sections are not copied.
    public private(set) var parts: [[UInt8]] = []
    /// The size in bytes.
    public private(set) var count = 0

    /// Splits a document into pieces.
    ///
    /// - Parameter ends: the bytes before and after the sections.
    static func pieces(
        of sections: [RenderedContent], between ends: (before: [UInt8], after: [UInt8])
    ) -> [DocumentPiece] {
        var pieces = [DocumentPiece()]
        pieces[0].append(ends.before, Digest.sha256(ends.before))
        for (index, section) in sections.enumerated() {
            if index > 0 {
                pieces[pieces.count - 1].append(Self.comma, [])
                if section.beginsPiece { pieces.append(DocumentPiece()) }
            }
            pieces[pieces.count - 1].append(section.bytes, section.digest)
        }
        pieces[pieces.count - 1].append(ends.after, Digest.sha256(ends.after))
        return pieces
    }

    private static let comma = [UInt8(ascii: ",")]

    private init() {}

    private mutating func append(_ part: [UInt8], _ digest: [UInt8]) {
        parts.append(part)
        count += part.count
        identity.digests += digest
    }
}

extension RenderedContent {
    /// Whether the section begins a piece, which depends on its hash. The larger sections are, the more often they do,
    /// so that a piece has about 64 KB.
    fileprivate var beginsPiece: Bool {
        Int(digest[0]) << 8 | Int(digest[1]) < bytes.count
    }
}
