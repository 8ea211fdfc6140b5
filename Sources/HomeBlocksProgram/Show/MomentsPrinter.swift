import Foundation
import HomeBlocks
import HomeBlocksClient

/// A page of moments as text, part by part, through ``MomentsViewModel``.
enum MomentsPrinter {
    private static let maximumMoments = 1000

    @MainActor static func load(
        _ page: String?, from client: any HomePageFetching
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let model = MomentsViewModel(client: client, page: page)
        await model.refresh()
        while model.hasMore, model.moments.count < maximumMoments, case .loaded = model.state { await model.loadMore() }
        var issues = model.issues.map(\.description)
        if case .failed(let error, _) = model.state {
            guard !model.moments.isEmpty else { throw error }
            issues.append("further moments: \(ErrorText.describe(error))")
        }
        return (model.moments.map(section), issues)
    }

    private static func section(_ moment: Moment) -> SectionPrinter {
        let sizes = moment.rows.map { $0.size(in: PagePrinter.metrics) }
        let height = sizes.reduce(0) { $0 + $1.height }
        return SectionPrinter(
            kind: "moment in \(moment.rows.count) rows", code: moment.id, heading: moment.author?.name,
            size: CGSize(width: PagePrinter.metrics.width, height: height),
            cards: zip(moment.rows, sizes).map { "\($0.id.rawValue) \(SectionPrinter.points($1))  \(text($0))" })
    }

    private static func text(_ row: MomentRow) -> String {
        switch row {
        case .top(let author): author.name
        case .header(let text, let images): images.isEmpty ? text : "\(text) [\(images.count) pictures]"
        case .imageSingle(let text, let image): "\(text) [\(image.imageUrl)]"
        case .location(let place): place.name
        case .bottom(let time, let likes, let comments):
            "\(time.formatted(.iso8601))  ♡ \(likes.count)"
                + comments.map { "  “\($0.line)”" }.joined()
        }
    }
}
