import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// A valid session, with its secret.
struct LiveSession: Sendable {
    let secret: SessionSecret
    let session: OperatorSession
    let rules: SessionRules
    /// The cookie that has the secret.
    let cookie: SessionCookie

    /// The operator, authorized for what needs no more than the role viewer.
    var actor: Actor { session.operator.actor.authorized(by: Authorization(proof, needs: .viewer)) }

    var proof: Authorization.Proof { .session(hash: secret.hash, rules) }

    /// The session as the console gets it.
    ///
    /// - Parameters:
    ///   - lastEvent: the number of the last line of the audit log.
    ///   - timeZone: the name of the company's time zone.
    func json(lastEvent: Int64, timeZone: String?) -> JSONObject {
        let person = session.operator
        return [
            "operator": [
                "id": .string(person.id), "name": .string(person.name), "role": .string(person.role.rawValue),
            ],
            "csrf": .string(secret.csrfToken), "expiresAt": .string(session.expiresAt.rfc3339),
            "idleSeconds": JSONValue(rules.idleTimeout), "lastEvent": JSONValue(lastEvent),
            "timeZone": timeZone.map { .string($0) } ?? .null,
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
