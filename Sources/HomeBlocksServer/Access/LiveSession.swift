import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// A valid session, with its secret.
struct LiveSession: Sendable {
    let secret: SessionSecret
    let session: OperatorSession
    let rules: SessionRules

    /// The operator, authorized for what needs no more than the role viewer.
    var actor: Actor { session.operator.actor.authorized(by: Authorization(proof, needs: .viewer)) }

    var proof: Authorization.Proof { .session(hash: secret.hash, rules) }

    /// The session as the console gets it.
    ///
    /// - Parameter lastEvent: the number of the last line of the audit log.
    func json(lastEvent: Int64) -> JSONObject {
        let person = session.operator
        return [
            "operator": [
                "id": .string(person.id), "name": .string(person.name), "role": .string(person.role.rawValue),
            ],
            "csrf": .string(secret.csrfToken), "expiresAt": .string(session.expiresAt.rfc3339),
            "idleSeconds": JSONValue(rules.idleTimeout), "lastEvent": JSONValue(lastEvent),
        ]
    }

    /// Checks the CSRF token of a change: a page of another site could make the browser send it.
    func checkOrigin(of request: Request) throws(ProblemDetails) {
        if request.method == .get || request.method == .head { return }
        guard request.isFromSameSite, let token = request.headers[.csrfToken], secret.matches(csrfToken: token) else {
            throw .crossSite
        }
    }
}

/// The cookie of a session. Scripts cannot read it, and requests from other sites do not have it.
struct SessionCookie: Sendable {
    /// Whether the browser's connection is secure.
    let isSecure: Bool

    init(_ request: Request, _ context: ServerContext, _ settings: ServerSettings) {
        isSecure =
            settings.security != nil
            || settings.trustedProxies.forwardSecurely(request.headers, peer: context.peer)
    }

    /// Browsers accept names with `__Host-` over secure connections and from the host itself only.
    private var name: String { isSecure ? "__Host-homeblocks" : "homeblocks" }

    /// The secret in a request's cookie.
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

extension Request {
    /// Whether the request does not come from a page of another site, as far as the browser says so.
    var isFromSameSite: Bool {
        guard let site = headers[.secFetchSite] else { return true }
        return site == "same-origin" || site == "none"
    }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("X-CSRF-Token") ?? .cookie
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .cookie
}
