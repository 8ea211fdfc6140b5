/// What must be so for a change to be made.
public enum Precondition: Sendable, Equatable {
    /// Nothing: the last writer wins.
    case none
    /// The resource is there, in whatever state.
    case exists
    /// The resource is in one of these states.
    case matches([StateTag])

    public func allows(_ tag: StateTag) -> Bool {
        switch self {
        case .none, .exists: true
        case .matches(let tags): tags.contains(tag)
        }
    }
}
