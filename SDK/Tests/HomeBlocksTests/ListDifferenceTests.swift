import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ListDifferenceTests {
    struct Element: Identifiable, Equatable, Sendable {
        var id: Int
        var look: Int
    }

    struct Section: RowedSection, Equatable {
        var id: Int
        var rows: [Element]
    }

    /// Applies a batch update as a collection view does, with the same strict checks.
    static func applied<Value>(
        _ difference: ListDifference, _ old: [Value], _ new: [Value]
    ) throws -> [Value] {
        let gone = difference.deletes + difference.moves.map(\.from)
        let come = difference.inserts + difference.moves.map(\.to)
        try #require(Set(gone).count == gone.count && gone.allSatisfy(old.indices.contains))
        try #require(Set(come).count == come.count && come.allSatisfy(new.indices.contains))
        try #require(Set(gone).isDisjoint(with: difference.updates))
        try #require(old.count - gone.count + come.count == new.count)
        for list in [difference.deletes, difference.inserts, difference.updates] { #expect(list == list.sorted()) }
        // Updates and deletes are indices in the old list; a collection view reloads updated elements after all moves.
        var kept = Array(old.indices.filter { !gone.contains($0) })[...]
        let sources = Dictionary(uniqueKeysWithValues: difference.moves.map { ($0.to, $0.from) })
        return try new.indices.map { place in
            if difference.inserts.contains(place) { return new[place] }
            let from = try #require(sources[place] ?? kept.popFirst())
            return difference.updates.contains(from) ? new[place] : old[from]
        }
    }

    static func list(_ generator: inout some RandomNumberGenerator, mostIds: Int) -> [Element] {
        let count = Int.random(in: 0...12, using: &generator)
        return (0..<count).map { _ in
            Element(id: .random(in: 0..<mostIds, using: &generator), look: .random(in: 0...1, using: &generator))
        }
    }

    @Test func tenThousandRandomPairs_areUpdatedCorrectly() throws {
        var generator = SeededGenerator(seed: 4)
        for round in 0..<10_000 {
            // A small number of identities produces duplicates, which must also be handled.
            let most = round % 4 == 0 ? 5 : 40
            let (old, new) = (Self.list(&generator, mostIds: most), Self.list(&generator, mostIds: most))
            let difference = ListDifference(from: old, to: new)
            #expect(try Self.applied(difference, old, new) == new)
            #expect(difference.isEmpty == (old == new))
        }
    }

    @Test func tenThousandRandomPairsOfSections_areUpdatedCorrectly() throws {
        var generator = SeededGenerator(seed: 5)
        func page() -> [Section] {
            let ids = Array(0..<6).shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
            return ids.map { Section(id: $0, rows: Array(Self.list(&generator, mostIds: 6).prefix(4))) }
        }
        for _ in 0..<10_000 {
            let (old, new) = (page(), page())
            let difference = SectionedDifference(from: old, to: new)
            #expect(try Self.applied(difference, old, new) == new)
            #expect(difference.isEmpty == (old == new))
        }
    }

    /// Applies the changes of the sections first, and then those of the rows in sections that stayed.
    static func applied(_ difference: SectionedDifference, _ old: [Section], _ new: [Section]) throws -> [Section] {
        let untouched = Set(
            old.indices.filter { place in
                !difference.sections.deletes.contains(place) && !difference.sections.updates.contains(place)
                    && !difference.sections.moves.contains { $0.from == place }
            })
        let rows = difference.deletedRows + difference.updatedRows + difference.movedRows.map(\.from)
        try #require(rows.allSatisfy { untouched.contains($0.section) })
        try #require(Set(rows).count == rows.count)
        var pages = try applied(difference.sections, old, new)
        for (place, section) in new.enumerated() {
            guard let from = old.firstIndex(where: { $0.id == section.id }), untouched.contains(from) else { continue }
            let change = RowChange(difference, from: from, to: place)
            pages[place].rows = try change.applied(old[from].rows, section.rows)
        }
        return pages
    }

    struct RowChange {
        let deletes: [Int]
        let inserts: [Int]
        let moves: [(from: Int, to: Int)]
        let updates: [Int]

        init(_ difference: SectionedDifference, from: Int, to: Int) {
            deletes = difference.deletedRows.filter { $0.section == from }.map(\.row)
            updates = difference.updatedRows.filter { $0.section == from }.map(\.row)
            inserts = difference.insertedRows.filter { $0.section == to }.map(\.row)
            moves = difference.movedRows.filter { $0.from.section == from }.map { ($0.from.row, $0.to.row) }
        }

        func applied(_ old: [Element], _ new: [Element]) throws -> [Element] {
            let gone = Set(deletes + moves.map(\.from))
            var kept = old.indices.filter { !gone.contains($0) }[...]
            return try new.indices.map { place in
                if inserts.contains(place) { return new[place] }
                let from = try #require(moves.first { $0.to == place }?.from ?? kept.popFirst())
                return updates.contains(from) ? new[place] : old[from]
            }
        }
    }

    @Test func theNumberOfMoves_isMinimal() {
        func elements(_ ids: [Int]) -> [Element] { ids.map { Element(id: $0, look: 0) } }
        let difference = ListDifference(from: elements([1, 2, 3, 4, 5]), to: elements([5, 1, 2, 3, 4]))
        #expect(difference.moves.map { [$0.from, $0.to] } == [[4, 0]])
        #expect(difference.deletes.isEmpty && difference.inserts.isEmpty && difference.updates.isEmpty)
    }

    @Test func anElementThatMovedAndChanged_isDeletedAndInserted() {
        let old = [Element(id: 1, look: 0), Element(id: 2, look: 0), Element(id: 3, look: 0)]
        let new = [Element(id: 3, look: 1), Element(id: 1, look: 0), Element(id: 2, look: 9)]
        let difference = ListDifference(from: old, to: new)
        #expect(difference.deletes == [2])
        #expect(difference.inserts == [0])
        #expect(difference.updates == [1])
        #expect(difference.moves.isEmpty)
    }
}
