/// A value that a client sent, as far as it could be read.
struct ReadValue<Value> {
    /// nil if it is unknown.
    let value: Value?
    /// Whether nothing significant was ignored.
    let isWhole: Bool

    init(_ value: Value?, isWhole: Bool = true) {
        self.value = value
        self.isWhole = isWhole
    }
}
