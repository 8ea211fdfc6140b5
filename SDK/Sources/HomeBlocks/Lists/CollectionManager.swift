/// One part of a list and the request that fills it.
///
/// Source: the class of the same name of a demonstration of many requests for one page.
public struct CollectionManager<Item: Sendable>: Sendable, Identifiable {
    /// The state of the request.
    public enum State: Sendable {
        /// It was not made yet.
        case waiting
        /// It is under way.
        case loading
        /// It succeeded.
        case loaded
        /// It failed; the items are those of an earlier response.
        case failed(any Error)
    }

    /// The identity of the part.
    public let id: String
    /// Whether the request is made as soon as the part is registered.
    public let startRequest: Bool
    /// Requests the items; nil for a part whose items were given to it.
    let request: (@Sendable () async throws -> [Item])?
    /// The items of the part.
    public internal(set) var items: [Item]
    /// Whether the items came with a response to the request; others are a placeholder for it.
    var isAnswered = false
    /// The state of the request.
    public internal(set) var state: State

    /// Whether the request is under way.
    public var isLoading: Bool {
        if case .loading = state { true } else { false }
    }

    /// A part that is filled by a request.
    public init(
        _ identifier: String, startRequest: Bool = true, request: @escaping @Sendable () async throws -> [Item]
    ) {
        id = identifier
        self.startRequest = startRequest
        self.request = request
        items = []
        state = .waiting
    }

    /// A part that is filled by a request, and has a placeholder until the first response is there.
    ///
    /// - Parameters:
    ///   - identifier: the identity of the part.
    ///   - items: what is shown until then, and instead if the request fails.
    ///   - startRequest: whether the request is made as soon as the part is registered.
    ///   - request: requests the items.
    public init(
        _ identifier: String, placeholder items: [Item], startRequest: Bool = true,
        request: @escaping @Sendable () async throws -> [Item]
    ) {
        self.init(identifier, startRequest: startRequest, request: request)
        self.items = items
    }

    /// A part that cannot be shown.
    package init(_ identifier: String, failure: any Error) {
        self.init(identifier, items: [])
        state = .failed(failure)
    }

    /// A part with items of its own.
    public init(_ identifier: String, items: [Item]) {
        id = identifier
        startRequest = false
        request = nil
        self.items = items
        state = .loaded
    }

    /// Keeps the items of the part that it takes the place of until its own are there. A newer placeholder stands for an
    /// older one, but not for what was requested.
    mutating func keepItems(of earlier: CollectionManager) {
        guard request != nil, items.isEmpty || earlier.isAnswered else { return }
        (items, isAnswered) = (earlier.items, earlier.isAnswered)
    }
}

/// A part whose items have identities is a section of rows, so that ``SectionedDifference`` updates what changed.
extension CollectionManager: RowedSection where Item: Identifiable & Equatable {
    public var rows: [Item] { items }
}
