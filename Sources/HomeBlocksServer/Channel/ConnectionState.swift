import NIOCore

/// What the handlers of one connection know of it together.
final class ConnectionState {
    private var requestsInProgress = 0
    private var isRequestBeingRead = false
    private(set) var lastActivity = NIODeadline.now()
    /// No request is taken any more.
    var isClosing = false
    /// Bytes came that are no request.
    var isBroken = false
    /// Is called when the last request was read and answered.
    var onRest: () -> Void = {}

    func readHead() {
        requestsInProgress += 1
        isRequestBeingRead = true
        noteActivity()
    }

    func readEnd() {
        isRequestBeingRead = false
        noteActivity()
        if isAtRest { onRest() }
    }

    func answered() {
        requestsInProgress -= 1
        noteActivity()
        if isAtRest { onRest() }
    }

    func noteActivity() { lastActivity = .now() }

    /// Every request was read and answered, and another one may come.
    var isAtRest: Bool { hasNoRequest && !isRequestBeingRead && !isClosing && !isBroken }

    /// Nothing is being answered.
    var hasNoRequest: Bool { requestsInProgress <= 0 }

    /// A request was read and is being answered, which takes as long as it takes.
    var isAnswering: Bool { requestsInProgress > 0 && !isRequestBeingRead }
}

@available(*, unavailable)
extension ConnectionState: Sendable {}
