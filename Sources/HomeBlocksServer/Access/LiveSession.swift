import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// A valid session, with its secret.
struct LiveSession: Sendable {
    let secret: SessionSecret
    let session: OperatorSession
    let rules: SessionRules
    /// The cookie that contains the secret.
    let cookie: SessionCookie

    /// The operator, authorized only for actions that need no role.
    var actor: Actor { session.operator.actor.authorized(by: Authorization(proof, needs: .nothing)) }

    var proof: Authorization.Proof { .session(hash: secret.hash, rules) }

    /// Returns the session as JSON for the console.
    ///
    /// - Parameters:
    ///   - lastEvent: the number of the last audit log entry.
    ///   - timeZone: the name of the company's time zone.
    func json(lastEvent: Int64, timeZone: String?) -> JSONObject {
        let person = session.operator
        return [
            "operator": .object(
                person.effectiveRights.json.merging(["id": .string(person.id), "name": .string(person.name)]) { $1 }),
            "csrf": .string(secret.csrfToken), "expiresAt": .string(session.expiresAt.rfc3339),
            "idleSeconds": JSONValue(rules.idleTimeout), "lastEvent": JSONValue(lastEvent),
            "timeZone": timeZone.map { .string($0) } ?? .null,
        ]
    }

    /// Checks the CSRF token of a change, because a page of another site could make the browser send the request.
    func checkOrigin(of request: Request) throws(ProblemDetails) {
        if request.method == .get || request.method == .head { return }
        guard request.isFromSameSite, let token = request.headers[.csrfToken], secret.matches(csrfToken: token) else {
            throw .crossSite
        }
    }
}

extension Request {
    /// Whether the request is same-origin or user-initiated according to `Sec-Fetch-Site`. True without that header.
    var isFromSameSite: Bool {
        guard let site = headers[.secFetchSite] else { return true }
        return site == "same-origin" || site == "none"
    }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("X-CSRF-Token") ?? .cookie
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .cookie
}
