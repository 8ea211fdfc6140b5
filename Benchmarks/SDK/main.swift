import Foundation
import HomeBlocks

/// Compares decoding a page into typed sections with plain `JSONDecoder`, with both sides in alternation.
/// `sdk-benchmark FILE [ROUNDS]` reads a page's document.
let arguments = CommandLine.arguments
guard arguments.count >= 2, let text = FileManager.default.contents(atPath: arguments[1]) else {
    FileHandle.standardError.write(Data("usage: sdk-benchmark FILE [ROUNDS]\n".utf8))
    exit(64)
}
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 7 : 7
let timesARound = 40

/// The mean time of one run in a round, in milliseconds.
func time(_ work: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<timesARound { try work() }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6 / Double(timesARound)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let content = HomeContent(try HomePage(parsing: text))
let plain = try JSONDecoder().decode(PlainPage.self, from: text)
guard content.issues.isEmpty, content.sections.count == plain.data.blocks.count else {
    FileHandle.standardError.write(Data("the two sides read different pages: \(content.issues)\n".utf8))
    exit(1)
}

var (sections, decoder): ([Double], [Double]) = ([], [])
for _ in 0..<rounds {
    sections.append(try time { _ = HomeContent(try HomePage(parsing: text)) })
    decoder.append(try time { _ = try JSONDecoder().decode(PlainPage.self, from: text) })
}
print(
    "S12 page of \(text.count) bytes, \(content.sections.count) sections, \(rounds) rounds of \(timesARound), medians: typed sections "
        + String(format: "%.2f ms, JSONDecoder %.2f ms, ", median(sections), median(decoder))
        + String(format: "ratio %.2f", median(sections) / median(decoder)))
