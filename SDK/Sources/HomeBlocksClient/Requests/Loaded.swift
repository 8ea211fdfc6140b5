/// An answer and where it comes from. Its value's members can be read directly.
@dynamicMemberLookup public struct Loaded<Value: Sendable>: Sendable {
    /// What was asked for.
    public let value: Value
    /// Where it comes from.
    public let origin: Origin

    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension Loaded: Equatable where Value: Equatable {}
