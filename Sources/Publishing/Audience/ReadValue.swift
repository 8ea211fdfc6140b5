/// A value that a client sent, as far as it can be read.
struct ReadValue<Value> {
    /// nil is unknown.
    let value: Value?
    /// Whether nothing that counts was left out.
    let isWhole: Bool

    init(_ value: Value?, isWhole: Bool = true) {
        self.value = value
        self.isWhole = isWhole
    }
}
