/// A section whose rows are updated one by one.
public protocol RowedSection: Identifiable, Sendable {
    associatedtype Row: Identifiable & Equatable & Sendable

    /// The rows, from above.
    var rows: [Row] { get }
}
