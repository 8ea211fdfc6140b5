/// Which side wins where a change and the state that it is merged into changed the same thing.
public enum MergePreference: Sendable {
    /// The change: publishing something older must not undo what happened to live.
    case change
    /// The state that it is merged into: what was prepared for later stays.
    case target
}

/// Why a difference between two revisions is merged into a draft or into releases planned for later.
public enum PropagationCause: Sendable {
    /// An operator changed live or imported a page.
    case liveChange
    /// A planned release took effect.
    case releaseTookEffect
    /// A draft was published.
    case publication(isPlanned: Bool)
    /// A planned release was cancelled, so that its changes go out of later ones.
    case cancellation

    public var preference: MergePreference {
        switch self {
        case .liveChange, .publication(isPlanned: false): .change
        case .releaseTookEffect, .publication(isPlanned: true), .cancellation: .target
        }
    }
}
