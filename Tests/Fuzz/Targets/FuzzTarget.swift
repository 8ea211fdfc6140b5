public import Foundation

/// What reads bytes that anybody may send, each with the rules that must hold whatever they are.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The JSON parser.
    case json
    /// A document as apps read it.
    case document
    /// A page as import takes it, up to the document that is made of it.
    case page
    /// The cursors of pages and of lists.
    case cursor
    /// The changes of an order.
    case order
    /// Patches and merges.
    case merge
    /// The conditions of a request: `If-Match` and `If-None-Match`.
    case tags
    /// A feed, and what its upstream sends.
    case feed
    /// A file that is uploaded as a picture.
    case picture

    /// Tries one input.
    ///
    /// - Throws: ``BrokenRule`` that says what did not hold. An input that is refused is none.
    public func run(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
        switch self {
        case .json: try fuzzJSON(bytes)
        case .document: try fuzzDocument(bytes)
        case .page: try fuzzPage(bytes)
        case .cursor: try fuzzCursor(bytes)
        case .order: try fuzzOrder(bytes)
        case .merge: try fuzzMerge(bytes)
        case .tags: try fuzzTags(bytes)
        case .feed: try fuzzFeed(bytes)
        case .picture: try fuzzPicture(bytes)
        }
    }

    /// Inputs to start from.
    public func seeds() throws -> [URL] { try inputs("Seeds") }

    /// Inputs that once broke something.
    public func crashes() throws -> [URL] { try inputs("Crashes") }

    private func inputs(_ kind: String) throws -> [URL] {
        let folder = Self.folder.appending(path: "\(kind)/\(rawValue)", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The project's own settings.
    static let configuration = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config", directoryHint: .isDirectory)
}
