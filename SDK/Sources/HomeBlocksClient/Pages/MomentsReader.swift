import Foundation
import HomeBlocks

/// The position from which a page of moments continues.
struct MomentsPosition: Sendable {
    /// The section with several moments that is being read, and the cursor of its next part, which is nil before its
    /// first part.
    var list: (code: String, cursor: String?)?
    /// The remaining sections of the page's last part.
    var blocks: ArraySlice<Block> = []
    /// Whether the page has another part, and its cursor, which is nil before the first part.
    var page: (hasMore: Bool, cursor: String?) = (true, nil)

    var isAtEnd: Bool { list == nil && blocks.isEmpty && !page.hasMore }
}

/// The next moments of a page.
struct MomentsPart: Sendable {
    var moments: [Moment] = []
    var issues: [SectionIssue] = []
    /// The position from which the page continues; nil at its end.
    var next: MomentsPosition?

    mutating func append(_ read: ((SectionIssue) -> Void) throws(SectionIssue) -> Moment) {
        var own: [SectionIssue] = []
        do throws(SectionIssue) {
            moments.append(try read { own.append($0) })
        } catch {
            own.append(error)
        }
        issues += own
    }
}

/// Reads the next moments of a page, with at most one request for a part of the page and one for cards.
struct MomentsReader: Sendable {
    typealias Load<Value: Sendable> =
        @Sendable (HomePageRequest<Value>) async throws(HomePageError) -> Loaded<Value>

    let client: any HomePageFetching
    let slug: String?
    let limit: Int?
    private static let listLayout = "MOMENT_LIST"

    /// Returns the stored copy of the first part; nil if it is incomplete.
    func stored() async -> Loaded<MomentsPart>? {
        let client = client
        return try? await part(from: nil) { request async throws(HomePageError) in
            guard let copy = await client.storedCopy(of: request) else { throw .outdated }
            return copy
        } cards: { request async throws(HomePageError) in
            guard let copy = await client.storedCopy(of: request) else { throw .outdated }
            return copy
        }
    }

    /// Returns the moments from a position on, or the first ones if it is nil.
    ///
    /// - Parameters:
    ///   - page: loads a part of the page.
    ///   - cards: loads a part of the cards of a section.
    func part(
        from start: MomentsPosition?, page: Load<HomePage>, cards: Load<CardPart>
    ) async throws(HomePageError) -> Loaded<MomentsPart> {
        var (part, position) = (MomentsPart(), start ?? MomentsPosition())
        var (pages, lists): (Loaded<HomePage>?, Loaded<CardPart>?)
        while true {
            if let list = position.list {
                if lists != nil { break }
                lists = try await next(of: list, cards, &part, &position)
            } else if let block = position.blocks.popFirst() {
                if block.showType == Self.listLayout {
                    position.list = (block.blockCode, nil)
                } else {
                    part.append { report throws(SectionIssue) in try Moment(block, report: report) }
                }
            } else if position.page.hasMore, pages == nil, part.moments.isEmpty {
                pages = try await next(page, &part, &position)
            } else {
                break
            }
        }
        part.next = position.isAtEnd ? nil : position
        let origins = [pages?.origin, lists?.origin].compactMap(\.self)
        let stale = origins.min { $0.staleSince ?? .distantFuture < $1.staleSince ?? .distantFuture }
        return Loaded(value: part, origin: stale ?? .server)
    }

    private func next(
        _ page: Load<HomePage>, _ part: inout MomentsPart, _ position: inout MomentsPosition
    ) async throws(HomePageError) -> Loaded<HomePage> {
        let cursor = position.page.cursor
        let loaded = try await page(.part(of: slug, from: cursor, limit: limit))
        let data = loaded.data
        part.issues += data.issues
        position.blocks = data.blocks[...]
        // Without a new cursor, the same part would be requested forever.
        position.page = (data.hasMore && data.cursor != nil && data.cursor != cursor, data.cursor)
        return loaded
    }

    /// - Returns: nil if the section no longer exists.
    private func next(
        of list: (code: String, cursor: String?), _ cards: Load<CardPart>, _ part: inout MomentsPart,
        _ position: inout MomentsPosition
    ) async throws(HomePageError) -> Loaded<CardPart>? {
        position.list = nil
        let loaded: Loaded<CardPart>
        do {
            loaded = try await cards(.cards(of: list.code, page: slug, from: list.cursor, limit: limit))
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        for card in loaded.items {
            part.append { report throws(SectionIssue) in try Moment(card, of: list.code, report: report) }
        }
        let cursor = loaded.cursor
        if loaded.hasMore, let cursor, cursor != list.cursor { position.list = (list.code, cursor) }
        return loaded
    }
}
