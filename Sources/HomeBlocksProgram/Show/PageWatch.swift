import Foundation
import HomeBlocks
import HomeBlocksClient

/// Draws a page, and again each time that it changes, until the program is ended.
struct PageWatch {
    let client: HomePageClient
    let page: String?
    private static let second: UInt64 = 1_000_000_000
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// - Throws: what the first load throws; later faults are said, each once, and waited out.
    func run() async throws {
        var drawn: String?
        var complaint: String?
        while !Task.isCancelled {
            do throws(HomePageError) {
                let text = try await text()
                if text != drawn || complaint != nil { draw(text) }
                (drawn, complaint) = (text, nil)
            } catch {
                guard drawn != nil else { throw error }
                let said = ErrorText.describe(error)
                if said != complaint { Terminal.complain(said) }
                complaint = said
            }
            try await Task.sleep(nanoseconds: Self.second)
        }
    }

    private func text() async throws(HomePageError) -> String {
        let document = try await client.page(page)
        // A copy on disk is not what the server shows now.
        if case .stale(_, let error) = document.origin { throw error }
        return try await PagePrinter.load(document.value, of: page, from: client).text
    }

    private func draw(_ text: String) {
        let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1
        Terminal.say((isTerminal ? Self.clear : "") + text)
    }
}
