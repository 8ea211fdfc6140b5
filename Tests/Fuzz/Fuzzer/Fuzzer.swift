import Foundation
import FuzzTargets

/// Called by the fuzzer's runtime for each input. Turns a broken rule into a crash, for which the runtime keeps the
/// input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try Fuzzer.target.run(UnsafeRawBufferPointer(start: start, count: count))
    } catch {
        fatalError("\(Fuzzer.target.rawValue): \(error)")
    }
    return 0
}

/// The runtime's main loop, called directly because this program has its own main function.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Fuzzes the target that the environment names with libFuzzer, whose options it accepts.
@main enum Fuzzer {
    static let target: FuzzTarget = {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        guard let target = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap(FuzzTarget.init) else {
            fatalError("FUZZ_TARGET must be one of \(names)")
        }
        return target
    }()

    static func main() {
        // Before the first input: later, a one-time initialization would look like a leak or a slow input.
        _ = target
        var count = CommandLine.argc
        var words = CommandLine.unsafeArgv
        exit(runFuzzer(&count, &words, testOneInput))
    }
}
