import HomeBlocks
import Publishing

/// The answer of `GET /pages`.
enum PageList {
    static func answer(_ pages: [PageSummary], defaultPage: String) -> [UInt8] {
        let lines = pages.map { summary -> JSONValue in
            [
                "page": .string(summary.page.slug), "title": .string(summary.page.title),
                "default": .bool(summary.page.slug == defaultPage), "revision": JSONValue(summary.revision),
                "client": summary.page.client.map { .string($0.rawValue) } ?? .null,
            ]
        }
        return PublishedPage.envelope(JSONValue.array(lines).encoded)
    }
}
