public import Foundation

/// A preview link, with which a client shows a draft or another state of a page that is not published.
///
/// Operators create such a link in the console. Its address opens the app, such as
/// `myapp://home?preview=hb_link_…&page=mall`, or a web page, such as
/// `https://home.example.com/preview?page=mall#hb_link_…`.
public struct PagePreview: Sendable, Hashable {
    /// The secret of the link, which each request sends in the header field `HomeBlocks-Preview`.
    public let secret: String
    /// The page in the link; nil if the link does not name it. A request without a page reads the page of the link.
    public let page: String?

    private static let prefix = "hb_link_"

    /// Reads the address of a link.
    ///
    /// - Parameter url: the URL that opened the app, or the address of the web page.
    /// - Returns: nil if the URL is not a preview link.
    public init?(_ url: URL) {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        func value(_ name: String) -> String? { components?.queryItems?.last { $0.name == name }?.value }
        guard let secret = value("preview") ?? components?.fragment, secret.hasPrefix(Self.prefix),
            secret.utf8.count <= 128, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.secret = secret
        page = value("page")
    }
}
