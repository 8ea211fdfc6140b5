/// A rule that the code under test did not keep for some input.
public struct BrokenRule: Error, CustomStringConvertible {
    public let description: String
}

/// Says that something must hold.
func hold(_ isKept: Bool, _ rule: @autoclosure () -> String) throws(BrokenRule) {
    if !isKept { throw BrokenRule(description: rule()) }
}

/// Says that something must be there.
func need<Value>(_ value: Value?, _ rule: @autoclosure () -> String) throws(BrokenRule) -> Value {
    guard let value else { throw BrokenRule(description: rule()) }
    return value
}
