import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct HistogramTests {
    @Test func durations_countInEachBoundThatTheyDoNotExceed() throws {
        var histogram = Histogram()
        for nanoseconds in [1, 25_000, 25_001, 2_000_000_000, 90_000_000_000] as [Int64] {
            histogram.add(nanoseconds: nanoseconds)
        }
        #expect(histogram.count == 5)
        let counts = Dictionary(uniqueKeysWithValues: histogram.cumulative)
        #expect(counts[0.000_025] == 2)
        #expect(counts[0.000_1] == 3)
        #expect(counts[1] == 3)
        #expect(counts[5] == 4)
        #expect(counts[30] == 4)
        #expect(abs(histogram.seconds - 92.00005) < 0.001)
    }

    @Test func histograms_addUp() {
        var one = Histogram()
        one.add(nanoseconds: 10)
        var other = Histogram()
        other.add(nanoseconds: 2_000_000)
        one.add(other)
        #expect(one.count == 2)
        #expect(one.cumulative.first?.count == 1)
    }
}
