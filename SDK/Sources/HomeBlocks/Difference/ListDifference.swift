/// The changes from one list to another, in the form of a `UICollectionView` or `UITableView` batch update.
///
/// Deletes and updates are indices in the old list, inserts are indices in the new one, and a move goes from an old
/// index to a new one; all of them apply at once. No element appears twice: one that moved *and* changed is deleted and
/// inserted, since a batch update does not accept both for the same cell. The number of moves is minimal.
public struct ListDifference: Sendable, Equatable {
    /// A move of an element.
    public struct Move: Sendable, Hashable {
        /// The index in the old list.
        public let from: Int
        /// The index in the new list.
        public let to: Int
    }

    /// The indices of deleted elements in the old list, ascending.
    public let deletes: [Int]
    /// The indices of inserted elements in the new list, ascending.
    public let inserts: [Int]
    /// The moved elements, by ascending index in the new list.
    public let moves: [Move]
    /// The indices in the old list of elements that stayed but are not equal to their new version, ascending.
    public let updates: [Int]

    /// Compares two lists in O(n log n). Elements are matched by `id`, and a matched element has changed if it is not
    /// equal to its counterpart. If an `id` occurs more than once, its second element matches the second one of the
    /// other list, and so on.
    public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
        let pairing = ListPairing(old.map(\.id), new.map(\.id))
        self.init(pairing) { old[$0] != new[$1] }
    }

    /// - Parameter isChanged: whether an element has changed, by its old and its new index.
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
    /// The indices in the old list of elements that are not in the new one, ascending.
    private(set) var deletes: [Int] = []
    /// The indices in the new list of elements that are not in the old one, ascending.
    private(set) var inserts: [Int] = []
    /// The elements of both lists, by ascending index in the new list.
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
