import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Cards that are read in parts while their list changes.
@Suite(.timeLimit(.minutes(1))) struct CardListTests {
    private func list(_ ids: [Int]) -> CardList {
        CardList(ids.map { (id: String($0), bytes: Array("{\"id\":\($0)}".utf8)) })
    }

    private func read(_ list: CardList, _ cursor: PageCursor?, limit: Int) throws -> (
        ids: [Int], cursor: PageCursor, hasMore: Bool
    ) {
        let response = try JSONValue(parsing: list.part(from: cursor ?? list.start, limit: limit))
        let data = try #require(response.object?["data"]?.object)
        let ids = try #require(data["items"]?.array).compactMap { $0.object?["id"]?.int }
        let text = try #require(data["cursor"]?.string)
        return (ids, try PageCursor(parsing: text), data["hasMore"] == true)
    }

    /// However a list changes between two parts, no card is read twice, and none that remains is missed. The order is
    /// that of the first part.
    @Test func cardsThatStay_areReadOnce_howeverTheListChanges() throws {
        var generator = SeededGenerator(seed: 82)
        for round in 0..<250 {
            let count = round % 10 == 0 ? 700 : Int.random(in: 0...30, using: &generator)
            var ids = Array(0..<count).shuffled(using: &generator)
            let first = ids
            var (stayed, seen) = (Set(ids), [Int]())
            var cursor: PageCursor?
            var next = 1000
            var (hasMore, parts) = (true, 0)
            while hasMore {
                let limit = Int.random(in: 1...(count > 100 ? 200 : 7), using: &generator)
                let part = try read(list(ids), cursor, limit: limit)
                #expect(part.ids.count <= limit)
                #expect(part.ids.allSatisfy { ids.contains($0) && first.contains($0) })
                seen += part.ids
                (cursor, hasMore) = (part.cursor, part.hasMore)
                parts += 1
                try #require(parts <= count + 1)
                // Like the refresh of a feed: some cards are removed, some added, and the order changes.
                if Bool.random(using: &generator) {
                    for _ in 0..<Int.random(in: 0...3, using: &generator) where !ids.isEmpty {
                        let gone = ids.remove(at: Int.random(in: ids.indices, using: &generator))
                        if !seen.contains(gone) { stayed.remove(gone) }
                    }
                    ids.append(next)
                    next += 1
                    ids.shuffle(using: &generator)
                }
            }
            #expect(seen == first.filter { stayed.contains($0) })
        }
    }

    @Test func cardsWithoutIds_andThoseWithTheSameOne_areReadToo() throws {
        let cards = CardList(
            [(nil, "1"), ("a", "2"), ("a", "3"), (nil, "4"), ("\u{0}0", "5"), ("\u{0}3", "6")].map {
                (id: $0.0, bytes: Array("{\"id\":\($0.1)}".utf8))
            })
        var (seen, cursor, hasMore): ([Int], PageCursor?, Bool) = ([], nil, true)
        while hasMore {
            let part = try read(cards, cursor, limit: 2)
            seen += part.ids
            (cursor, hasMore) = (part.cursor, part.hasMore)
        }
        #expect(seen == [1, 2, 3, 4, 5, 6])
    }

    @Test func aListWithoutCards_isOneEmptyPart() throws {
        let part = try read(list([]), nil, limit: 10)
        #expect(part.ids.isEmpty && !part.hasMore)
    }
}
