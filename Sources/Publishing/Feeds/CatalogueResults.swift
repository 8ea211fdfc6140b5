public import HomeBlocks

/// The results of a catalogue's search: cards, each with a label and a picture that operators choose by.
public struct CatalogueResults: Sendable, Equatable {
    public struct Result: Sendable, Equatable {
        public let card: JSONValue
        public let label: String?
        public let picture: String?
    }

    public let results: [Result]
    /// The number of items that the upstream sent.
    public let itemCount: Int
    /// The first issues with items that were left out.
    public let faults: [FeedFault]
    public let faultCount: Int

    /// - Parameter query: the text that was searched for.
    public func json(_ query: CatalogueQuery) -> JSONObject {
        [
            "q": .string(query.text),
            "results": .array(
                results.map { result in
                    [
                        "card": result.card, "label": result.label.map { .string($0) } ?? .null,
                        "picture": result.picture.map { .string($0) } ?? .null,
                    ]
                }),
            "items": JSONValue(itemCount), "faults": .array(faults.map(\.json)), "faultCount": JSONValue(faultCount),
        ]
    }
}

/// The failure of a search, and its cause in the upstream.
public struct CatalogueFailure: Error, Equatable {
    public enum Cause: Sendable, Equatable {
        case timeout
        /// The upstream responded with a status other than 200.
        case status(Int)
        /// The upstream sent no list.
        case noList
        case other
    }

    public let catalogue: String
    public let cause: Cause
    /// The cause in detail, for the server's log.
    public let reason: String

    /// The message for the caller. It names the catalogue, but does not reveal the upstream's address.
    public var message: String {
        let did =
            switch cause {
            case .timeout: "did not respond in time"
            case .status(let status): "responded with the status \(status)"
            case .noList: "sent no list of results"
            case .other: "cannot be reached, or returned no usable response"
            }
        return "The server that the catalogue \"\(catalogue)\" searches \(did). Try again later, or tell an admin."
    }
}

extension Catalogue {
    /// Creates cards from the response to a search. An item that does not make a valid card is left out and reported.
    public func results(
        of response: FeedResponse, _ catalog: BlockTypeCatalog
    ) throws(CatalogueFailure) -> CatalogueResults {
        switch response.body {
        case .failure(let reason):
            let cause: CatalogueFailure.Cause =
                switch response.status {
                case _ where response.isTimeout: .timeout
                case 200?: .noList
                case let status?: .status(status)
                case nil: .other
                }
            throw CatalogueFailure(catalogue: name, cause: cause, reason: reason)
        case .unchanged:
            throw CatalogueFailure(catalogue: name, cause: .status(304), reason: "the upstream sent no list")
        case .json(let json):
            let mapping = FeedMapping(feed, catalog, position: cards, address: response.address)
            let outcome = mapping.cards(of: json)
            guard let itemCount = outcome.itemCount else {
                let reason = outcome.faults.first.map { "\($0.item?.description ?? "") \($0.reason)" } ?? ""
                throw CatalogueFailure(catalogue: name, cause: .noList, reason: reason)
            }
            let results = outcome.cards.map { index, card in
                let item = json[pointer: feed.items.appending(index)] ?? .null
                return CatalogueResults.Result(
                    card: card, label: Self.text(label, of: item),
                    picture: mapping.address(picture, of: item).flatMap(Self.shown))
            }
            return CatalogueResults(
                results: results, itemCount: itemCount, faults: outcome.faults, faultCount: outcome.faultCount)
        }
    }

    private static let maximumLabelLength = 500

    /// Returns a field as text; nil if the item has no displayable value.
    private static func text(_ field: FeedField?, of item: JSONValue) -> String? {
        switch try? field?.value(in: item).json {
        case .string(let text)?: shown(text)
        case .number(let number)?: number.text
        default: nil
        }
    }

    private static func shown(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        return !text.isEmpty && scalars.count <= maximumLabelLength && !scalars.contains(FeedMapping.unreadable)
            ? text : nil
    }
}
