import Foundation
import HomeBlocks
import HomeBlocksClient

/// Draws a page, and again each time that it changes, until the program is ended.
struct PageWatch {
    let client: HomePageClient
    let page: String?
    private static let second: UInt64 = 1_000_000_000
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// - Throws: what the first load throws; later faults are said and waited out.
    func run() async throws {
        var drawn: String?
        while !Task.isCancelled {
            do throws(HomePageError) {
                let text = try await ShownPage.load(page, from: client).text
                if text != drawn { draw(text) }
                drawn = text
            } catch {
                guard drawn != nil else { throw error }
                Terminal.complain(ErrorText.describe(error))
            }
            try await Task.sleep(nanoseconds: Self.second)
        }
    }

    private func draw(_ text: String) {
        let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1
        Terminal.say((isTerminal ? Self.clear : "") + text)
    }
}
