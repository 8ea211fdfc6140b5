import Foundation
import FuzzTargets

/// What the fuzzer's runtime calls for each input. It makes a crash of a broken rule, and keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try Fuzzer.target.run(UnsafeRawBufferPointer(start: start, count: count))
    } catch {
        fatalError("\(Fuzzer.target.rawValue): \(error)")
    }
    return 0
}

/// The runtime's own main program, behind the name that leaves ours in place.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Tries one target, which the environment names, with what libFuzzer makes up. Its options are libFuzzer's.
@main enum Fuzzer {
    static let target: FuzzTarget = {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        guard let target = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap(FuzzTarget.init) else {
            fatalError("FUZZ_TARGET must be one of \(names)")
        }
        return target
    }()

    static func main() {
        // Not at the first input: what is made once would look like a leak, and slow.
        _ = target
        var count = CommandLine.argc
        var words = CommandLine.unsafeArgv
        exit(runFuzzer(&count, &words, testOneInput))
    }
}
