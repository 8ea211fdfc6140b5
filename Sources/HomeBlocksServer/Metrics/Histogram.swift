/// How long things took: how many of them took no longer than each bound.
struct Histogram {
    /// In seconds, from what is ready in memory to what a client will not wait for.
    static let bounds = [0.000_025, 0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
    private static let nanoseconds = bounds.map { Int64($0 * 1e9) }

    /// How many are between each bound and the one before; the last is for all beyond.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var total: Int64 = 0

    mutating func add(nanoseconds: Int64) {
        var place = 0
        while place < Self.nanoseconds.count, nanoseconds > Self.nanoseconds[place] { place += 1 }
        counts[place] += 1
        total += nanoseconds
    }

    mutating func add(_ other: Histogram) {
        for place in counts.indices { counts[place] += other.counts[place] }
        total += other.total
    }

    var count: Int { counts.reduce(0, +) }

    var seconds: Double { Double(total) / 1e9 }

    /// How many took no longer than each bound.
    var cumulative: [(bound: Double, count: Int)] {
        var sum = 0
        return zip(Self.bounds, counts).map { bound, count in
            sum += count
            return (bound, sum)
        }
    }
}
