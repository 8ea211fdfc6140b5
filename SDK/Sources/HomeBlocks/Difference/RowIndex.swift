/// The place of a row: what an `IndexPath` of a collection view says.
public struct RowIndex: Sendable, Hashable {
    /// The place of its section in the list.
    public let section: Int
    /// Its place in the section.
    public let row: Int

    /// The place of a row in a section of a list.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}
