/// One part of a list, with the request that loads it.
///
/// Source: the class of the same name in a demo of a page with many requests.
public struct CollectionManager<Item: Sendable>: Sendable, Identifiable {
    /// The state of the request.
    public enum State: Sendable {
        /// The request has not been made yet.
        case waiting
        /// The request is in progress.
        case loading
        /// The request succeeded.
        case loaded
        /// The request failed; the items are those of an earlier response.
        case failed(any Error)
    }

    /// The identity of the part.
    public let id: String
    /// Whether the request is made as soon as the part is registered.
    public let startRequest: Bool
    /// Requests the items; nil for a part with fixed items.
    let request: (@Sendable () async throws -> [Item])?
    /// The items of the part.
    public internal(set) var items: [Item]
    /// Whether the items come from a response; otherwise they are a placeholder.
    var hasResponse = false
    /// The state of the request.
    public internal(set) var state: State

    /// Whether the request is in progress.
    public var isLoading: Bool {
        if case .loading = state { true } else { false }
    }

    /// Creates a part that is loaded by a request.
    public init(
        _ identifier: String, startRequest: Bool = true, request: @escaping @Sendable () async throws -> [Item]
    ) {
        id = identifier
        self.startRequest = startRequest
        self.request = request
        items = []
        state = .waiting
    }

    /// Creates a part that is loaded by a request, with a placeholder until the first response arrives.
    ///
    /// - Parameters:
    ///   - identifier: the identity of the part.
    ///   - items: the placeholder, which is also shown if the request fails.
    ///   - startRequest: whether the request is made as soon as the part is registered.
    ///   - request: requests the items.
    public init(
        _ identifier: String, placeholder items: [Item], startRequest: Bool = true,
        request: @escaping @Sendable () async throws -> [Item]
    ) {
        self.init(identifier, startRequest: startRequest, request: request)
        self.items = items
    }

    /// Creates a part that cannot be shown.
    package init(_ identifier: String, failure: any Error) {
        self.init(identifier, items: [])
        state = .failed(failure)
    }

    /// Creates a part with fixed items.
    public init(_ identifier: String, items: [Item]) {
        id = identifier
        startRequest = false
        request = nil
        self.items = items
        state = .loaded
    }

    /// Keeps the items of the part that it replaces until its own arrive. A newer placeholder replaces an older one,
    /// but not items that were loaded.
    mutating func keepItems(of earlier: CollectionManager) {
        guard request != nil, items.isEmpty || earlier.hasResponse else { return }
        (items, hasResponse) = (earlier.items, earlier.hasResponse)
    }
}

/// A part whose items have identities is a section of rows, so that ``SectionedDifference`` can update only the changed
/// rows.
extension CollectionManager: RowedSection where Item: Identifiable & Equatable {
    public var rows: [Item] { items }
}
