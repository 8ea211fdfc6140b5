import HTTPTypes
import Hummingbird
import Publishing

/// The cookie that the browser of a signed-in operator keeps. Scripts cannot read it, and no page of others sends it.
struct SessionCookie: Sendable {
    /// Whether the browser talks to us over a secure connection.
    let isSecure: Bool

    init(_ request: Request, _ context: ServerContext, _ settings: ServerSettings) {
        isSecure =
            settings.security != nil
            || settings.trustedProxies.sayItIsSecure(request.headers, peer: context.peer)
    }

    /// What begins with `__Host-` browsers take over secure connections only, and from this very host.
    private var name: String { isSecure ? "__Host-homeblocks" : "homeblocks" }

    /// The secret that a request carries.
    func secret(of request: Request) -> SessionSecret? {
        for field in request.headers[values: .cookie] {
            for part in field.split(separator: ";") {
                let halves = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if halves.count == 2, halves[0] == name { return SessionSecret(parsing: String(halves[1])) }
            }
        }
        return nil
    }

    func setting(_ secret: SessionSecret, seconds: Int) -> String { field(secret.text, seconds) }

    var removing: String { field("", 0) }

    private func field(_ value: String, _ seconds: Int) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
