/// Who has the last word where a change and the state that it is made in changed the same thing.
public enum MergePreference: Sendable {
    /// What happened to live: publishing something older must not undo it.
    case change
    /// Something that is only planned: what was prepared for later stays.
    case target
}
