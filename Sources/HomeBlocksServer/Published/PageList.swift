import HomeBlocks
import Publishing

/// The list of pages, from one instant until the next at which it is another one.
struct PageList: Sendable {
    let answer: Representation
    let changesAt: Instant?

    init(_ pages: [PageSummary], defaultPage: String) {
        let lines = pages.map { JSONValue.object($0.publicJSON(defaultPage: defaultPage)) }
        answer = Representation(PublishedPage.envelope(JSONValue.array(lines).encoded))
        changesAt = pages.compactMap(\.nextRelease).min()
    }
}
