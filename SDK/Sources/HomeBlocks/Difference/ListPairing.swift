/// Which elements of two lists are the same.
struct ListPairing {
    /// Places in the old list of what is not in the new one, rising.
    private(set) var deletes: [Int] = []
    /// Places in the new list of what was not in the old one, rising.
    private(set) var inserts: [Int] = []
    /// What is in both, by rising place in the new list.
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
