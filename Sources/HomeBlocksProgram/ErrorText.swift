import Foundation
import HomeBlocks
import HomeBlocksClient
import NIOCore
import Publishing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an operator at a terminal is told about an error.
enum ErrorText {
    static func describe(_ error: any Error) -> String {
        switch error {
        case let error as PublishingError: describe(error)
        case let error as HomePageError: describe(error)
        case let error as IOError where error.errnoCode == EADDRINUSE:
            "The address is in use by another program. Choose another one with --port or --host."
        case let error as IOError where error.errnoCode == EACCES || error.errnoCode == EADDRNOTAVAIL:
            "The address cannot be listened at. Choose another one with --port or --host."
        case let error as URLError: "The server does not answer: \(error.localizedDescription)"
        default: String(describing: error)
        }
    }

    private static func describe(_ error: PublishingError) -> String {
        switch error {
        case .notFound(let text), .malformed(let text), .conflict(let text), .unauthorized(let text),
            .unavailable(let text):
            text
        case .internalError:
            "The program failed; nothing was changed. This is a fault of it: please report what you did."
        case .invalid(let input): describe(input)
        case .changed(let state): "\(state.changedBy) changed \(state.subject) at \(state.changedAt.rfc3339)."
        case .refused(let failure): "The credential does not allow this: \(failure.reason)."
        }
    }

    private static func describe(_ input: InvalidInput) -> String {
        let faults = input.issues.filter { !$0.pointer.tokens.isEmpty }.prefix(20)
        return ([input.detail] + faults.map { "  \($0.pointer) \($0.reason)" }).joined(separator: "\n")
    }

    private static func describe(_ error: HomePageError) -> String {
        switch error {
        case .refused(let problem): "\(problem.status): \(problem.detail)".printable
        case .unreadable: "The server's answer is no home page. Is this the right address?"
        case .unreachable(let reason, _): "The server does not answer: \(reason)"
        case .address, .timedOut, .cancelled, .outdated: error.localizedDescription
        }
    }
}
