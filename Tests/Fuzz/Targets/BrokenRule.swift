/// A rule that the code under test broke for an input.
public struct BrokenRule: Error, CustomStringConvertible {
    public let description: String
}

/// Requires a rule to hold.
func hold(_ isKept: Bool, _ rule: @autoclosure () -> String) throws(BrokenRule) {
    if !isKept { throw BrokenRule(description: rule()) }
}

/// Requires a value to be present.
func need<Value>(_ value: Value?, _ rule: @autoclosure () -> String) throws(BrokenRule) -> Value {
    guard let value else { throw BrokenRule(description: rule()) }
    return value
}
