import NIOCore
import Publishing

/// The answers that plain reads get ahead of the router: those that are ready, byte for byte what the ordinary way
/// answers.
final class FastPathReads: Sendable {
    private let pages: PublishedPages
    private let settings: ServerSettings
    private let clock: PublishingClock
    private let tally: RequestMetrics

    init(pages: PublishedPages, settings: ServerSettings, clock: PublishingClock, tally: RequestMetrics) {
        self.pages = pages
        self.settings = settings
        self.clock = clock
        self.tally = tally
    }

    /// The answer to the request at the start of some bytes, and the request's length; nil if the ordinary way has to
    /// answer it.
    func answer(_ bytes: FastPathRequest.Bytes) -> (answer: PreparedResponse, length: Int)? {
        let start = NIODeadline.now()
        guard let request = FastPathRequest(bytes), let document = PublicDocument(request.path),
            let parameters = FastPathParameters(request.query)
        else { return nil }
        let now = clock.now
        guard let page = pages.ready(parameters.slug ?? settings.defaultPage, at: now),
            let representation = representation(of: document, page, parameters, at: now)
        else { return nil }
        let coding = request.acceptEncoding.map { ContentCoding.best(for: $0) } ?? .identity
        let answer = representation.ready(
            in: coding, known: request.ifNoneMatch, isHead: request.isHead, at: ResponseTimestamp(now), settings)
        guard let answer else { return nil }
        tally.count(
            document, isHead: request.isHead, answer, duration: (NIODeadline.now() - start).nanoseconds)
        return (answer, request.length)
    }

    private func representation(
        of document: PublicDocument, _ page: ServedPage, _ parameters: FastPathParameters, at now: Instant
    ) -> Representation? {
        if case .sort = document { return parameters.isShown.map { $0 ? page.shownSort : page.sort } }
        let client = parameters.isAnonymous ? nil : parameters.client
        guard parameters.isAnonymous || client != nil, let variant = page.ready(for: client, at: now) else {
            return nil
        }
        switch document {
        case .homepage, .blockPage: return variant.document
        case .menus: return variant.ready(.menus)
        case .block(let code): return variant.ready(.block(code))
        case .item(let code, let index): return variant.ready(.item(code, index))
        case .sort: return nil
        }
    }
}
