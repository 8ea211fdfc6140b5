/// An element of a list that the SDK returns. Operators may enter an id twice, but SwiftUI lists and diffable data
/// sources need a unique identity for each element.
protocol ListElement: Identifiable where ID: RepeatableIdentity {
    /// Changes the element's identity within its list, but not its content.
    mutating func setIdentity(_ id: ID)
}

/// An identity from which the identities of duplicates are derived.
protocol RepeatableIdentity: Hashable {
    /// Returns the identity of another element with this id. It is the same for each load.
    ///
    /// - Parameter number: 2 for the second element with the id, 3 for the third.
    func repeated(_ number: Int) -> Self
}

extension String: RepeatableIdentity {
    func repeated(_ number: Int) -> String { "\(self)#\(number)" }
}

extension Int: RepeatableIdentity {
    /// Returns a hash among the nonnegative numbers (SplitMix64), so that a collision with another element's id is
    /// unlikely.
    func repeated(_ number: Int) -> Int {
        var bits = UInt64(truncatingIfNeeded: self) &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (bits ^ (bits >> 31)) >> 1)
    }
}

/// A list whose elements may have identities.
protocol DistinguishableList {
    /// Returns the list with a unique identity for each element. The first element with an id keeps it.
    func withDistinctIdentities() -> Self
}

extension Array: DistinguishableList where Element: ListElement {
    func withDistinctIdentities() -> [Element] {
        var used = Set(map(\.id))
        if used.count == count { return self }
        var numbers: [Element.ID: Int] = [:]
        numbers.reserveCapacity(used.count)
        return map { element in
            guard var number = numbers[element.id] else {
                numbers[element.id] = 1
                return element
            }
            var id: Element.ID
            repeat {
                number += 1
                id = element.id.repeated(number)
            } while !used.insert(id).inserted
            numbers[element.id] = number
            var other = element
            other.setIdentity(id)
            return other
        }
    }
}

extension Array {
    /// Returns the columns with a unique identity for each element across all of them.
    func withDistinctIdentities<Card: ListElement>() -> [[Card]] where Element == [Card] {
        var rest = Array<Card>(joined()).withDistinctIdentities()[...]
        return map { column in
            defer { rest = rest.dropFirst(column.count) }
            return Array<Card>(rest.prefix(column.count))
        }
    }
}
