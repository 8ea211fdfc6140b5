import HomeBlocks

/// Which blocks moved between two orders of the same blocks: the fewest whose moving explains it.
public enum MovedBlocks {
    public static func between(_ old: [String], _ new: [String]) -> [String] {
        let placeOf = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = LongestIncreasingSubsequence.indices(of: new.map { placeOf[$0] ?? -1 })
        return new.indices.filter { !kept.contains($0) }.map { new[$0] }
    }
}
