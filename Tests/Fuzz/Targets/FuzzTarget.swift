public import Foundation

/// The readers of untrusted bytes, each with the rules that must hold for any input.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The JSON parser.
    case json
    /// A document as apps read it.
    case document
    /// A page as the import accepts it, and the document rendered from it.
    case page
    /// The cursors of pages and of lists.
    case cursor
    /// Changes of an order.
    case order
    /// Patches and merges.
    case merge
    /// The conditions of a request: `If-Match` and `If-None-Match`.
    case tags
    /// A feed, and its upstream's response.
    case feed
    /// A file that is uploaded as a picture.
    case picture

    /// Runs one input.
    ///
    /// - Throws: ``BrokenRule`` for a rule that did not hold. Rejecting an input is not an error.
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

    /// Inputs that once broke a rule.
    public func crashes() throws -> [URL] { try inputs("Crashes") }

    private func inputs(_ kind: String) throws -> [URL] {
        let folder = Self.folder.appending(path: "\(kind)/\(rawValue)", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The project's `config` folder.
    static let configuration = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config", directoryHint: .isDirectory)
}
