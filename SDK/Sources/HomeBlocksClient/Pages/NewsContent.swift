public import HomeBlocks

/// A news page, split into its sections.
public struct NewsContent: Sendable, Equatable {
    /// The sections that can be shown, in display order.
    public let feeds: [NewsFeed]
    /// The sections that cannot, and why.
    public let faults: [SectionFault]

    /// Splits a page.
    public init(_ page: HomePage) {
        var (feeds, faults): ([NewsFeed], [SectionFault]) = ([], page.data.faults)
        for block in page.data.blocks {
            do throws(SectionFault) {
                feeds.append(try NewsFeed(block))
            } catch {
                faults.append(error)
            }
        }
        self.feeds = feeds
        self.faults = faults
    }
}
