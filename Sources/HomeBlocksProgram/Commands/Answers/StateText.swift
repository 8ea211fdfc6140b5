import HomeBlocks

/// What is so after a change, in a line.
enum StateText {
    static func release(_ release: JSONValue) -> String {
        let (id, page, at) = (release.text("id"), release.text("page"), release.text("at"))
        let number = release.text("revision")
        let revision = "revision \(number) of \(page)"
        return switch release.text("state") {
        case "pending": "\(revision) will be live from \(at) (release \(id))"
        case "cancelled": "release \(id) of \(page) is cancelled: revision \(number) will not be live"
        case "past": "\(revision) was live from \(at)"
        default: "\(revision) is live since \(at)"
        }
    }

    static func takeover(_ takeover: JSONValue) -> String {
        let (id, page, shows) = (takeover.text("id"), takeover.text("page"), takeover.text("shows"))
        let (from, until) = (takeover.text("from"), takeover.text("until"))
        return switch takeover.text("state") {
        case "pending": "\(page) will show \(shows) from \(from) until \(until) (takeover \(id))"
        case "cancelled": "takeover \(id) of \(page) is cancelled: it does not show \(shows)"
        case "ended": "\(page) showed \(shows) from \(from) until \(until)"
        default: "\(page) shows \(shows) until \(until) (takeover \(id))"
        }
    }
}
