import HTTPTypes
import Hummingbird
import Publishing

/// The cookie of a session. Scripts cannot read it, and requests from other sites do not have it.
///
/// A browser sends a host's cookies to every port of it (RFC 6265, 8.5). So each server has a name of its own: that of its
/// database and the port that the browser uses.
struct SessionCookie: Sendable {
    let name: String

    /// The cookie that a server sets.
    ///
    /// - Parameter database: what tells the database from others; all nodes have the same.
    init(of database: String, _ request: Request, isSecure: Bool) {
        let port = Self.port(request.head.authority ?? "")
        let hash = Digest.sha256("\(database) \(port)".utf8).prefix(4).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        name = "\(Self.prefix(isSecure))-\(hash.joined())"
    }

    private init(name: String) { self.name = name }

    /// What the names of all servers begin with. Browsers accept names with `__Host-` over secure connections and from the
    /// host itself only.
    private static func prefix(_ isSecure: Bool) -> String { isSecure ? "__Host-homeblocks" : "homeblocks" }

    /// The digits of the port in a host; empty if it is the scheme's own.
    private static func port(_ authority: String) -> Substring {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else { return "" }
        let digits = authority[authority.utf8.index(after: colon)...]
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : ""
    }

    // MARK: Cookies of a request

    /// More of them are not looked at: each is a read of the database.
    private static let maximumLooked = 4

    /// The cookies in a request that may be those of a session here, with their secrets. Other servers on the host have
    /// theirs among them, and so have earlier versions of the program and other ports of this one.
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

    /// Those cookies of a request that are looked at: the server's own first.
    static func looked(
        at cookies: [(cookie: SessionCookie, secret: SessionSecret)], own: SessionCookie
    ) -> [(cookie: SessionCookie, secret: SessionSecret)] {
        let others = cookies.filter { $0.cookie.name != own.name }
        return Array((cookies.filter { $0.cookie.name == own.name } + others).prefix(maximumLooked))
    }

    // MARK: Fields of a response

    func setting(_ secret: SessionSecret, seconds: Int) -> String { field(secret.text, seconds) }

    var removing: String { field("", 0) }

    private func field(_ value: String, _ seconds: Int) -> String {
        let isSecure = name.hasPrefix(Self.prefix(true))
        return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
