import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Runs the fuzzer's seeds, its past findings and a few mutations. script/fuzz runs the fuzzer itself.
@Suite(.timeLimit(.minutes(5))) struct FuzzRegressionTests {
    @Test(arguments: FuzzTarget.allCases)
    func everySeedAndCrash_keepsTheRules(_ target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for file in try seeds + target.crashes() {
            run(target, Array(try Data(contentsOf: file)), file.lastPathComponent)
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func mutationsOfTheSeeds_keepTheRules(_ target: FuzzTarget) throws {
        let seeds = try target.seeds().map { Array(try Data(contentsOf: $0)) }
        var generator = SeededGenerator(seed: 1)
        for number in 0..<2000 {
            let input = Mutation.of(seeds, &generator)
            run(target, input, "mutation \(number)")
        }
    }

    private func run(_ target: FuzzTarget, _ input: [UInt8], _ name: String) {
        do {
            try input.withUnsafeBytes { bytes in try target.run(bytes) }
        } catch {
            Issue.record("\(target.rawValue), \(name): \(error): \(Data(input).base64EncodedString())")
        }
    }
}
