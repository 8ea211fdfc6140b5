/// The changes from one list to another, in the form of a `UICollectionView` or `UITableView` batch update.
///
/// Deletes and updates are places in the old list, inserts are places in the new one, a move leads from the one to the
/// other; all of them are meant at once. No element is named twice: one that moved *and* changed is deleted and
/// inserted, since a batch update does not accept both of a cell. The moves are the fewest possible.
public struct ListDifference: Sendable, Equatable {
    /// A move of an element.
    public struct Move: Sendable, Hashable {
        /// The index in the old list.
        public let from: Int
        /// The index in the new list.
        public let to: Int
    }

    /// The indices of deleted elements in the old list, rising.
    public let deletes: [Int]
    /// The indices of inserted elements in the new list, rising.
    public let inserts: [Int]
    /// The moved elements, by rising index in the new list.
    public let moves: [Move]
    /// The indices in the old list of elements that stayed but are not equal to their new version, rising.
    public let updates: [Int]

    /// Compares two lists in n log n. An element is the same when its `id` is, and looks the same when it is equal; the
    /// second of two elements with one `id` is the same as the second with that `id` in the other list.
    public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
        let pairing = ListPairing(old.map(\.id), new.map(\.id))
        self.init(pairing) { old[$0] != new[$1] }
    }

    /// - Parameter isChanged: whether an element, by its old and new place, looks otherwise.
    init(_ pairing: ListPairing, isChanged: (Int, Int) -> Bool) {
        var (deletes, inserts, moves, updates) = (pairing.deletes, pairing.inserts, [Move](), [Int]())
        let staying = LongestIncreasingSubsequence.indices(of: pairing.kept.map(\.from))
        for (index, pair) in pairing.kept.enumerated() {
            let isChanged = isChanged(pair.from, pair.to)
            if staying.contains(index) {
                if isChanged { updates.append(pair.from) }
            } else if isChanged {
                deletes.append(pair.from)
                inserts.append(pair.to)
            } else {
                moves.append(pair)
            }
        }
        self.deletes = deletes.sorted()
        self.inserts = inserts.sorted()
        self.moves = moves
        self.updates = updates.sorted()
    }

    /// Whether the lists are equal.
    public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }
}

/// The pairs of elements of two lists with the same identity.
struct ListPairing {
    /// The indices in the old list of elements that are not in the new one, rising.
    private(set) var deletes: [Int] = []
    /// The indices in the new list of elements that are not in the old one, rising.
    private(set) var inserts: [Int] = []
    /// The elements of both, by rising index in the new list.
    private(set) var kept: [ListDifference.Move] = []

    init<ID: Hashable>(_ old: [ID], _ new: [ID]) {
        var places: [ID: [Int]] = [:]
        places.reserveCapacity(old.count)
        for (place, id) in old.enumerated().reversed() { places[id, default: []].append(place) }
        for (place, id) in new.enumerated() {
            if let from = places[id]?.popLast() {
                kept.append(ListDifference.Move(from: from, to: place))
            } else {
                inserts.append(place)
            }
        }
        deletes = places.values.joined().sorted()
    }
}
