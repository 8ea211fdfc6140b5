/// The changes from one list of sections with rows to another, in the form of a `UICollectionView` batch update.
///
/// Deleted and updated rows have indices in the old list, inserted ones in the new list. A section that moved *and*
/// whose rows changed is deleted and inserted, since a batch update cannot change the rows of a section that it moves.
public struct SectionedDifference: Sendable, Equatable {
    /// A move of a row within its section.
    public struct RowMove: Sendable, Hashable {
        /// The index in the old list.
        public let from: RowIndex
        /// The index in the new list.
        public let to: RowIndex
    }

    /// The changes of the sections. A section that stayed and whose rows changed is not among the updates.
    public let sections: ListDifference
    /// The old index paths of deleted rows.
    public let deletedRows: [RowIndex]
    /// The new index paths of inserted rows.
    public let insertedRows: [RowIndex]
    /// The rows that moved within their section.
    public let movedRows: [RowMove]
    /// The old index paths of rows that stayed but changed.
    public let updatedRows: [RowIndex]

    /// Compares two lists of sections, and the rows of those that stayed.
    public init<Section: RowedSection>(from old: [Section], to new: [Section]) {
        let pairing = ListPairing(old.map(\.id), new.map(\.id))
        let staying = LongestIncreasingSubsequence.indices(of: pairing.kept.map(\.from))
        var rows: [(ListDifference.Move, ListDifference)] = []
        for (index, pair) in pairing.kept.enumerated() where staying.contains(index) {
            let difference = ListDifference(from: old[pair.from].rows, to: new[pair.to].rows)
            if !difference.isEmpty { rows.append((pair, difference)) }
        }
        let inPlace = Set(rows.map(\.0.from))
        sections = ListDifference(pairing) { from, to in !inPlace.contains(from) && old[from].rows != new[to].rows }
        deletedRows = rows.flatMap { pair, rows in rows.deletes.map { RowIndex(section: pair.from, row: $0) } }
        insertedRows = rows.flatMap { pair, rows in rows.inserts.map { RowIndex(section: pair.to, row: $0) } }
        updatedRows = rows.flatMap { pair, rows in rows.updates.map { RowIndex(section: pair.from, row: $0) } }
        movedRows = rows.flatMap { pair, rows in
            rows.moves.map {
                RowMove(
                    from: RowIndex(section: pair.from, row: $0.from), to: RowIndex(section: pair.to, row: $0.to))
            }
        }
    }

    /// Whether the lists are equal.
    public var isEmpty: Bool {
        sections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty && updatedRows.isEmpty
    }
}

/// A section whose rows are updated individually.
public protocol RowedSection: Identifiable, Sendable {
    associatedtype Row: Identifiable & Equatable & Sendable

    /// The rows, top to bottom.
    var rows: [Row] { get }
}

/// The position of a row, like the `IndexPath` of a collection view.
public struct RowIndex: Sendable, Hashable {
    /// The index of the section in the list.
    public let section: Int
    /// The index of the row in the section.
    public let row: Int

    /// Creates the index of a row in a section of a list.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}
