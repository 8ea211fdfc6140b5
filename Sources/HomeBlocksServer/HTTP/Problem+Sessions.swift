import HTTPTypes
import HomeBlocks
import Publishing

/// What those are told who sign in, or cannot go on.
extension Problem {
    static let wrongPassword = unauthorized(
        "wrong-password", "The name or the password is wrong. Check both and try again.")

    /// The session goes on: only the password in the form was wrong.
    static var wrongPresentPassword: Problem {
        var problem = Problem(
            .unprocessableContent, "invalid", "The present password is wrong. The password was not changed.")
        problem.faults = [ValidationIssue(JSONPointer(["current"]), "is wrong")]
        return problem
    }

    static let signedOut = unauthorized(
        "signed-out", "You are not signed in any more. Sign in again and send the request again.")

    static func unauthorized(_ kind: String, _ detail: String) -> Problem {
        var problem = Problem(.unauthorized, kind, detail)
        // HTTP wants to hear how else one may prove oneself.
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"homeblocks\""
        return problem
    }

    static let crossSite = Problem(
        .forbidden, "cross-site",
        "This does not come from the console itself. Send X-CSRF-Token with the csrf of GET /api/session.")

    static let linkIsOver = Problem(
        .notFound, "not-found",
        "This link is not valid any more. Start the program again for another one, or ask an admin for an account.")

    static func tooManySignIns(_ seconds: Int) -> Problem {
        let minutes = (seconds + 59) / 60
        var problem = Problem(
            .tooManyRequests, "too-many-sign-ins",
            "There were too many attempts to sign in. Try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes")."
        )
        problem.headers[.retryAfter] = String(seconds)
        return problem
    }
}
