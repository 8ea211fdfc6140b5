import ArgumentParser
import Publishing

/// Checks of arguments before a command runs.
extension ParsableArguments {
    /// Rejects a name that no page can have.
    static func checkSlug(_ page: String, _ place: String = "--page") throws {
        guard Identifier.isSlug(page) else {
            throw ValidationError("\(place) must be 1 to 64 lowercase letters, digits and hyphens.")
        }
    }

    /// Rejects a text that is not a date and time with an offset.
    @discardableResult
    static func checkDate(_ text: String, _ place: String) throws -> Instant {
        guard let instant = Instant(rfc3339: text) else {
            throw ValidationError("\(place) must be a date and time with an offset, such as 2027-01-31T00:00:00Z.")
        }
        return instant
    }

    @discardableResult
    static func checkRole(_ text: String) throws -> Role {
        guard let role = Role(rawValue: text) else {
            throw ValidationError("--role must be one of \(Role.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return role
    }

    /// Rejects a text that is not a credential's id, especially a whole token: a secret must not appear in a URL.
    static func checkID(_ id: String) throws {
        guard Identifier.isSlug(id) else {
            throw ValidationError("The id must be the one that list shows. A token's is between hb_ and the next _.")
        }
    }
}
