/// Which blocks moved between two orders of the same blocks: the fewest whose moving explains it.
public enum MovedBlocks {
    public static func between(_ old: [String], _ new: [String]) -> [String] {
        let placeOf = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let places = new.map { placeOf[$0] ?? -1 }
        let kept = longestIncreasing(places)
        return new.indices.filter { !kept.contains($0) }.map { new[$0] }
    }

    /// The indices of a longest increasing subsequence, in n log n.
    private static func longestIncreasing(_ values: [Int]) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for index in values.indices {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < values[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var kept: Set<Int> = []
        var index = tails.last ?? -1
        while index >= 0 {
            kept.insert(index)
            index = previous[index]
        }
        return kept
    }
}
