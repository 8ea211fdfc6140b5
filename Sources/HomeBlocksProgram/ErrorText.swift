import Foundation
import HomeBlocks
import Publishing

/// What an operator at a terminal is told about an error.
enum ErrorText {
    static func describe(_ error: any Error) -> String {
        guard let error = error as? PublishingError else { return String(describing: error) }
        switch error {
        case .notFound(let text), .malformed(let text), .unauthorized(let text), .unavailable(let text): return text
        case .fault:
            return "The program failed; nothing was changed. This is a fault of it: please report what you did."
        case .pageChanged(let revision):
            return "\(revision.changedBy) changed the page at \(revision.changedAt.rfc3339)."
        case .invalid(let input):
            return ([input.detail] + input.faults.prefix(20).map { "  \($0.pointer) \($0.reason)" })
                .joined(separator: "\n")
        case .orderChanged(let state): return "\(state.changedBy) changed the order at \(state.changedAt.rfc3339)."
        case .forbidden(let role): return "This needs the role \(role.rawValue)."
        }
    }
}
