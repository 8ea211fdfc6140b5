/// A piece of a document: some sections that stand one after the other, or what is around all of them.
///
/// Where a piece ends depends on the sections at its end alone. A section that is moved or changed leaves the other
/// pieces as they were, which need not be copied again.
public struct DocumentPiece: Sendable {
    /// Pieces of the same identity have the same bytes.
    public private(set) var identity: [UInt8] = []
    /// The bytes in parts, those of the sections as they are.
    public private(set) var parts: [[UInt8]] = []
    /// How many bytes it has.
    public private(set) var count = 0

    /// About how many bytes a piece has, unless its sections are larger.
    private static let usualBytes = 64 << 10

    /// The pieces of a document.
    ///
    /// - Parameters:
    ///   - ends: what is before the sections, and behind them.
    static func pieces(of sections: [RenderedContent], between ends: (before: [UInt8], after: [UInt8]))
        -> [DocumentPiece]
    {
        var pieces = [DocumentPiece(ends.before)]
        for (index, section) in sections.enumerated() {
            if index == 0 || section.beginsPiece { pieces.append(DocumentPiece()) }
            pieces[pieces.count - 1].append(section, isLast: index == sections.count - 1)
        }
        return pieces + [DocumentPiece(ends.after)]
    }

    private init() {}

    private init(_ bytes: [UInt8]) {
        (identity, parts, count) = (Digest.sha256(bytes), [bytes], bytes.count)
    }

    private mutating func append(_ section: RenderedContent, isLast: Bool) {
        parts.append(section.bytes)
        count += section.bytes.count
        identity += section.digest
        guard !isLast else {
            identity.append(1)
            return
        }
        parts.append([UInt8(ascii: ",")])
        count += 1
    }
}

extension RenderedContent {
    /// Whether a piece of a document begins with it, which is chosen by its hash: the larger it is, the more often.
    fileprivate var beginsPiece: Bool {
        Int(digest[0]) << 8 | Int(digest[1]) < bytes.count
    }
}
