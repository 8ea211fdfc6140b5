import NIOCore
import NIOHTTP1

/// What the handlers of one connection know of it together.
final class ConnectionState {
    private(set) var requestsInProgress = 0
    private(set) var isRequestBeingRead = false
    /// How many heads and ends of requests were read.
    private(set) var progress = 0
    private var isActive = false
    /// No further request will be answered: one said that it is the last, or bytes came that are none.
    var isEnding = false
    /// The server stops: the next answer is the last one.
    var isDraining = false
    /// What is wrong with the head of a request that the parser has let pass.
    var headProblem: Problem?
    /// The parser has read a whole request, or nothing yet: what comes next is the start of one.
    var isBetweenRequests = true
    /// How many bytes of a body of known length the parser has not read yet.
    var bodyBytesLeft = 0
    /// The method of the request whose head comes next, if the parser does not know it.
    var methodName: HTTPMethod?
    /// Nothing that comes is looked at any more.
    var isClosing = false
    /// Is called when the last request was read and answered.
    var onRest: () -> Void = {}

    func readHead() {
        requestsInProgress += 1
        isRequestBeingRead = true
        progress += 1
        noteActivity()
    }

    func readEnd() {
        isRequestBeingRead = false
        progress += 1
        noteActivity()
        if isAtRest { onRest() }
    }

    func answered() {
        requestsInProgress -= 1
        noteActivity()
        if isAtRest { onRest() }
    }

    func noteActivity() { isActive = true }

    /// Whether something was asked or answered since this was called last.
    func takeActivity() -> Bool {
        defer { isActive = false }
        return isActive
    }

    /// Every request was read and answered, and another one may come.
    var isAtRest: Bool { hasNoRequest && !isRequestBeingRead && !isEnding && !isDraining && !isClosing }

    /// Nothing is being answered.
    var hasNoRequest: Bool { requestsInProgress <= 0 }

    /// A request was read and is being answered, which takes as long as it takes.
    var isAnswering: Bool { requestsInProgress > 0 && !isRequestBeingRead }
}

@available(*, unavailable)
extension ConnectionState: Sendable {}
