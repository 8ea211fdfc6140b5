import HomeBlocks
import Publishing

/// Requires a rejection to have a reason, with a pointer to an existing value of the input if that is given.
func saysWhy(_ error: PublishingError, pointingInto sent: JSONValue? = nil) throws(BrokenRule) {
    guard case .invalid(let input) = error else { throw BrokenRule(description: "it is refused with \(error)") }
    try hold(!input.detail.isEmpty && !input.issues.isEmpty, "it is refused without a reason")
    guard let sent else { return }
    for fault in input.issues {
        // A missing value can only be located by its parent.
        let around = JSONPointer(Array(fault.pointer.tokens.dropLast()))
        try hold(
            sent[pointer: fault.pointer] != nil || sent[pointer: around] != nil, "\(fault.pointer) points to nothing")
    }
}
