import Foundation
import HomeBlocks
import HomeBlocksClient
import NIOCore
import Publishing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An error as text for an operator at a terminal.
enum ErrorText {
    static func describe(_ error: any Error) -> String {
        switch error {
        case let error as PublishingError: describe(error)
        case let error as HomePageError: describe(error)
        case let error as URLError: "The server cannot be reached: \(error.localizedDescription)"
        default: String(describing: error)
        }
    }

    /// Describes why the server cannot listen at the configured address.
    static func describe(_ error: IOError, host: String, port: Int) -> String {
        let address = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        return switch error.errnoCode {
        case EADDRINUSE:
            "Another program listens on \(address). Stop it, or choose another port with --port (0 for any that is free)."
        case EACCES:
            "This user may not listen on \(address). Choose a port of 1024 or more with --port."
        case EADDRNOTAVAIL:
            "This machine has no address \(host). Choose one that it has with --host: 127.0.0.1, or 0.0.0.0 for all."
        default: "The server cannot listen on \(address): \(error)"
        }
    }

    /// The reason and the position of a JSON syntax error, as the end of a sentence.
    static func place(of error: any Error, in text: [UInt8]) -> String {
        guard let error = error as? JSONSyntaxError else { return "\(error)" }
        let before = text.prefix(error.offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[start...], as: UTF8.self).count + 1
        return "\(error.reason), at line \(line), column \(column)"
    }

    private static func describe(_ error: PublishingError) -> String {
        switch error {
        case .notFound(let text), .malformed(let text), .conflict(let text), .reviewRequired(let text),
            .outdated(let text),
            .unauthorized(let text):
            text
        case .unavailable(let reason): reason.message
        case .internalError:
            "The program failed, and nothing was changed. This is a bug: please report what you did."
        case .invalid(let input): describe(input)
        case .changed(let state): "\(state.changedBy) changed \(state.subject) at \(state.changedAt.rfc3339)."
        case .preconditionRequired: "The change requires the current ETag of the resource."
        case .refused(let failure): "The credential does not allow this: \(failure.reason)."
        }
    }

    private static func describe(_ input: InvalidInput) -> String {
        let issues = input.issues.filter { !$0.pointer.tokens.isEmpty }.prefix(20)
        return ([input.detail] + issues.map { "  \($0.pointer) \($0.reason)" }).joined(separator: "\n")
    }

    private static func describe(_ error: HomePageError) -> String {
        switch error {
        case .refused(let problem): "\(problem.status): \(problem.detail)".printable
        case .unreadable: "The server's response is not a home page. Check the address."
        case .unreachable(let reason, URLError.Code.resourceUnavailable.rawValue): reason
        case .unreachable(let reason, URLError.Code.badServerResponse.rawValue): "\(reason) Check the address."
        case .unreachable(let reason, _): "The server cannot be reached: \(reason)"
        case .address, .timedOut, .cancelled, .outdated: error.failureReason ?? error.localizedDescription
        }
    }
}

/// The reason why a command fails: the configuration, a file or a server.
struct ProgramError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
