import HomeBlocks
import UIKit

extension UITableView {
    /// Shows what became of a list whose elements are this table's sections.
    ///
    /// - Parameters:
    ///   - difference: from what the table shows to what it is to show.
    ///   - change: gives the data source the new list.
    func apply(_ difference: ListDifference, change: @escaping () -> Void) {
        guard !difference.isEmpty else { return change() }
        performBatchUpdates { [self] in
            change()
            deleteSections(IndexSet(difference.deletes), with: .automatic)
            insertSections(IndexSet(difference.inserts), with: .automatic)
            reloadSections(IndexSet(difference.updates), with: .automatic)
            for move in difference.moves { moveSection(move.from, toSection: move.to) }
        }
    }
}

extension UICollectionView {
    /// Shows what became of a list of sections and of their rows.
    ///
    /// - Parameters:
    ///   - difference: from what the view shows to what it is to show.
    ///   - change: gives the data source the new list.
    func apply(_ difference: SectionedDifference, change: @escaping () -> Void) {
        guard !difference.isEmpty else { return change() }
        performBatchUpdates { [self] in
            change()
            deleteSections(IndexSet(difference.sections.deletes))
            insertSections(IndexSet(difference.sections.inserts))
            reloadSections(IndexSet(difference.sections.updates))
            for move in difference.sections.moves { moveSection(move.from, toSection: move.to) }
            deleteItems(at: difference.deletedRows.map(IndexPath.init))
            insertItems(at: difference.insertedRows.map(IndexPath.init))
            reloadItems(at: difference.updatedRows.map(IndexPath.init))
            for move in difference.movedRows { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
        }
    }
}

extension IndexPath {
    init(_ place: RowIndex) { self.init(item: place.row, section: place.section) }
}
