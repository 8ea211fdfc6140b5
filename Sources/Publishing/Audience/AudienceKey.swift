/// What a page's conditions come to for one client: clients with the same key get the same page.
public struct AudienceKey: Sendable, Hashable {
    /// One answer for each distinct condition of the page.
    let answers: [UInt8]

    public func hash(into hasher: inout Hasher) { answers.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
