import HomeBlocks
import Hummingbird
import Publishing

/// A session that goes on, with the secret that it is known by.
struct LiveSession: Sendable {
    let secret: SessionSecret
    let session: OperatorSession
    let rules: SessionRules

    /// The operator, who may do what anybody may who is signed in.
    var actor: Actor { session.operator.actor.authorized(by: Authorization(proof, needs: .viewer)) }

    var proof: Authorization.Proof { .session(hash: secret.hash, rules) }

    /// What the console is told of it.
    ///
    /// - Parameter lastEvent: the number of the last line of the audit log now.
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

    /// Makes sure that a change comes from the console itself, not from a page that makes the browser send it.
    func checkOrigin(of request: Request) throws(Problem) {
        if request.method == .get || request.method == .head { return }
        guard request.isFromSameSite, let token = request.headers[.csrfToken], secret.matches(csrfToken: token) else {
            throw .crossSite
        }
    }
}
