/// A part whose items can be told apart is a section of rows, so that ``SectionedDifference`` updates what changed.
extension CollectionManager: RowedSection where Item: Identifiable & Equatable {
    public var rows: [Item] { items }
}
