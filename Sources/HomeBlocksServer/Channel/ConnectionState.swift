import NIOCore
import NIOHTTP1

/// The state of a connection, shared by its handlers.
final class ConnectionState {
    private(set) var requestsInProgress = 0
    private(set) var isRequestBeingRead = false
    /// The number of request heads and ends that were read.
    private(set) var progress = 0
    private var isActive = false
    /// No further request gets a response, because one announced that it is the last or could not be parsed.
    var isEnding = false
    /// The server is stopping, so the next response is the last one.
    var isDraining = false
    /// The problem of a head that the parser accepted.
    var headProblem: ProblemDetails?
    /// The next byte is the start of a request.
    var isBetweenRequests = true
    /// The number of bytes that the parser has not read yet of a body of known length.
    var bodyBytesLeft = 0
    /// The method of the next head if the parser does not know it.
    var methodName: HTTPMethod?
    /// Incoming bytes are ignored.
    var isClosing = false
    /// Called when the last request was read and its response was written.
    var onIdle: () -> Void = {}

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
        if isIdle { onIdle() }
    }

    func writeEnd() {
        requestsInProgress -= 1
        noteActivity()
        if isIdle { onIdle() }
    }

    func noteActivity() { isActive = true }

    /// Whether any part of a request or response passed since the last call.
    func takeActivity() -> Bool {
        defer { isActive = false }
        return isActive
    }

    /// Every request was read and has its response, and another one may follow.
    var isIdle: Bool { hasNoRequest && !isRequestBeingRead && !isEnding && !isDraining && !isClosing }

    /// No request is in progress.
    var hasNoRequest: Bool { requestsInProgress <= 0 }

    /// A request was read and waits for its response, which has its own time limit.
    var isHandling: Bool { requestsInProgress > 0 && !isRequestBeingRead }
}

@available(*, unavailable)
extension ConnectionState: Sendable {}
