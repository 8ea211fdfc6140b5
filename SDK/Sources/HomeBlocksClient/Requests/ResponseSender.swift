import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Who sent a response. What is not the server's own says nothing about a page: a captive portal has a page of its own
/// for every address, and so has many a proxy, with any status.
enum ResponseSender: Sendable {
    /// The server.
    case server
    /// What passes requests on to the server and has no response of it: such as a load balancer.
    case gateway
    /// The network that the device is in.
    case network

    /// The statuses with which the server, or its gateway, says that a later request may succeed. With 511 a network
    /// demands that the reader signs in (RFC 6585).
    private static func isTemporary(_ status: Int) -> Bool {
        status == 408 || status == 429 || (500...599).contains(status) && status != 511
    }

    /// The sender of an error response.
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

    /// Whether the body of a response with status 200 is not even meant to be JSON. To be called for a body that cannot
    /// be read: its type alone, which proxies change, says nothing against a page.
    static func isNetwork(_ response: HTTPURLResponse, _ body: Data) -> Bool {
        let first = firstByte(of: body)
        return isMarkup(response, body) || first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// Whether a body is a page for a browser.
    private static func isMarkup(_ response: HTTPURLResponse, _ body: Data) -> Bool {
        ["text/html", "application/xhtml+xml"].contains(mediaType(of: response))
            || firstByte(of: body) == UInt8(ascii: "<")
    }

    /// The media type in lower case, without its parameters; empty if it is missing.
    private static func mediaType(of response: HTTPURLResponse) -> String {
        let field = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        return field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The first byte that is neither space nor part of a byte order mark.
    private static func firstByte(of body: Data) -> UInt8? {
        body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    }
}
