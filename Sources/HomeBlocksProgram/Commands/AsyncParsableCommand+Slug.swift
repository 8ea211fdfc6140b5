import ArgumentParser
import Publishing

extension AsyncParsableCommand {
    /// Refuses a page's name that no page can have.
    static func checkSlug(_ page: String) throws {
        guard Identifier.isSlug(page) else {
            throw ValidationError("--page must be 1 to 64 small letters, digits and hyphens.")
        }
    }
}
