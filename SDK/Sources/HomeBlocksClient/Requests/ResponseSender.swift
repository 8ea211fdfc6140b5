import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The sender of a response. Only the server's own responses say something about a page: a captive portal responds to
/// every URL with its own page, and so do many proxies, with any status.
enum ResponseSender: Sendable {
    /// The server.
    case server
    /// A gateway that got no response from the server, such as a load balancer.
    case gateway
    /// The network that the device is connected to.
    case network

    /// Returns whether a status of the server or its gateway means that a later request may succeed. With 511, a
    /// network requires the reader to sign in (RFC 6585).
    private static func isTemporary(_ status: Int) -> Bool {
        status == 408 || status == 429 || (500...599).contains(status) && status != 511
    }

    /// Determines the sender of an error response.
    ///
    /// - Parameter members: the members of its body; empty if the body is not a JSON object.
    init(of response: HTTPURLResponse, _ body: Data, _ members: JSONObject) {
        let status = response.statusCode
        let isProblem =
            Self.mediaType(of: response) == "application/problem+json" && members["status"]?.int == status
            && members["type"]?.string != nil && members["detail"]?.string != nil
        if isProblem {
            self = .server
        } else {
            self = Self.isTemporary(status) && !Self.isMarkup(response, body) ? .gateway : .network
        }
    }

    /// Returns whether the unreadable body of a response with status 200 is not even intended to be JSON. The media
    /// type alone does not prove this for a readable body, since proxies change it.
    static func isNetwork(_ response: HTTPURLResponse, _ body: Data) -> Bool {
        let first = firstByte(of: body)
        return isMarkup(response, body) || first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// Returns whether a body is a page for a browser.
    private static func isMarkup(_ response: HTTPURLResponse, _ body: Data) -> Bool {
        ["text/html", "application/xhtml+xml"].contains(mediaType(of: response))
            || firstByte(of: body) == UInt8(ascii: "<")
    }

    /// Returns the media type in lower case, without its parameters; empty if it is missing.
    private static func mediaType(of response: HTTPURLResponse) -> String {
        let field = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        return field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Returns the first byte that is neither whitespace nor part of a byte order mark.
    private static func firstByte(of body: Data) -> UInt8? {
        body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }
}
