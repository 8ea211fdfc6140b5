public import Foundation

/// The starter pages of a HomeBlocks server, as sent to a client without a context: one page of each kind that the
/// libraries support.
public enum RecordedPage: String, CaseIterable, Sendable {
    /// A music home page: banners, round menu entries, playlists, songs, videos, podcasts.
    case music
    /// A mall home page.
    case mall
    /// A list with items of several kinds.
    case demo
    /// A news page with summaries of its items.
    case news
    /// A page of moments.
    case moments

    /// The body of `GET /homepage` for the page.
    ///
    /// - Throws: a Foundation error if the resources of this library are missing.
    public var document: Data {
        get throws {
            let folder = Bundle.module.resourceURL ?? Bundle.module.bundleURL
            return try Data(contentsOf: folder.appendingPathComponent("Documents/\(rawValue).json"))
        }
    }
}
