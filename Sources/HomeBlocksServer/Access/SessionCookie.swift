import HTTPTypes
import Hummingbird
import Publishing

/// The cookie of a session. Scripts cannot read it, and cross-site requests do not include it.
///
/// Browsers send a host's cookies to all of its ports (RFC 6265, 8.5). Therefore the cookie's name depends on the
/// database and on the port that the browser uses.
struct SessionCookie: Sendable {
    let name: String

    /// Creates the cookie that a server sets.
    ///
    /// - Parameter database: an identifier of the database, the same on all nodes.
    init(of database: String, _ request: Request, isSecure: Bool) {
        let port = Self.port(request.head.authority ?? "")
        let hash = Digest.sha256("\(database) \(port)".utf8).prefix(4).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        name = "\(Self.prefix(isSecure))-\(hash.joined())"
    }

    private init(name: String) { self.name = name }

    /// The prefix of all servers' cookie names. Browsers accept names with `__Host-` only over secure connections and
    /// from the host itself.
    private static func prefix(_ isSecure: Bool) -> String { isSecure ? "__Host-homeblocks" : "homeblocks" }

    /// Returns the digits of the authority's port; empty for the scheme's default port.
    private static func port(_ authority: String) -> Substring {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else { return "" }
        let digits = authority[authority.utf8.index(after: colon)...]
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : ""
    }

    // MARK: Request cookies

    /// Further cookies are ignored, because each one costs a database read.
    private static let maximumChecked = 4

    /// Returns a request's cookies that may belong to a session of this server, with their secrets. They may include
    /// cookies of other servers on the host, of earlier versions, and of other ports of this server.
    static func all(in request: Request, isSecure: Bool) -> [(cookie: SessionCookie, secret: SessionSecret)] {
        let prefix = prefix(isSecure)
        return request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { part in
            let halves = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0] == prefix || halves[0].hasPrefix("\(prefix)-"),
                let secret = SessionSecret(parsing: String(halves[1]))
            else { return nil }
            return (SessionCookie(name: String(halves[0])), secret)
        }
    }

    /// Selects the cookies to check, with the server's own first.
    static func looked(
        at cookies: [(cookie: SessionCookie, secret: SessionSecret)], own: SessionCookie
    ) -> [(cookie: SessionCookie, secret: SessionSecret)] {
        let others = cookies.filter { $0.cookie.name != own.name }
        return Array((cookies.filter { $0.cookie.name == own.name } + others).prefix(maximumChecked))
    }

    // MARK: Response fields

    func setting(_ secret: SessionSecret, seconds: Int) -> String { field(secret.text, seconds) }

    var removing: String { field("", 0) }

    private func field(_ value: String, _ seconds: Int) -> String {
        let isSecure = name.hasPrefix(Self.prefix(true))
        return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
