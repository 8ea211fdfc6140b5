/// A piece of a document: some sections that stand one after the other, the first and the last with what is around all
/// of them.
///
/// Where a piece ends depends on the sections at its end alone. A section that is moved or changed leaves the other
/// pieces as they were, which need not be copied again.
public struct DocumentPiece: Sendable {
    /// What tells pieces with other bytes apart: the hashes of their parts.
    public struct Identity: Sendable, Hashable {
        fileprivate var digests: [UInt8] = []

        /// How many bytes it keeps in memory.
        public var weight: Int { digests.capacity }

        // The hash of an array takes its bytes one by one, which is slow.
        public func hash(into hasher: inout Hasher) { digests.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// Pieces of the same identity have the same bytes.
    public private(set) var identity = Identity()
    /// The bytes in parts, those of the sections as they are.
    public private(set) var parts: [[UInt8]] = []
    /// How many bytes it has.
    public private(set) var count = 0

    /// The pieces of a document.
    ///
    /// - Parameter ends: what is before the sections, and behind them.
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
    /// Whether a piece of a document begins with it, which is chosen by its hash. The larger sections are, the more often
    /// one does: a piece has about 64 KB.
    fileprivate var beginsPiece: Bool {
        Int(digest[0]) << 8 | Int(digest[1]) < bytes.count
    }
}
