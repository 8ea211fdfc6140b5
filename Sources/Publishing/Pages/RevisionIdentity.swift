import Foundation
import HomeBlocks

/// Names the live revision of a page as a whole, without its content.
public struct RevisionIdentity: Sendable, Equatable {
    public let page: PageInfo
    public let number: Int
    public let changed: Authorship
    /// The release that made it live, if it is live: no two have the same one, not even of pages that have the same
    /// name one after the other.
    public let release: Int64?

    public init(page: PageInfo, number: Int, changed: Authorship, release: Int64?) {
        self.page = page
        self.number = number
        self.changed = changed
        self.release = release
    }

    /// The validator of the whole page as export writes it.
    public var tag: StateTag {
        StateTag(hashing: Data("page\n\(page.slug)\n\(number)\n\(release ?? 0)\n\(page.title)".utf8))
    }

    /// What a caller gets who knows an older state.
    public var present: CurrentState {
        CurrentState(
            "the page", json: ["page": .string(page.slug), "revision": JSONValue(number)], tag: tag,
            changedBy: changed.by, changedAt: changed.at)
    }

    /// Checks a precondition that is about the whole page.
    ///
    /// - Parameter live: nil if there is no such page, or nothing of it is live.
    public static func check(_ live: RevisionIdentity?, _ precondition: Precondition) throws(PublishingError) {
        guard let live else {
            guard precondition == .none else { throw .changed(.absent("page")) }
            return
        }
        guard precondition.allows(live.tag) else { throw .changed(live.present) }
    }
}
