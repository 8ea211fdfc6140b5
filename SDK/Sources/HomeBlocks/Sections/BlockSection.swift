/// A section that is made of one block of the document.
public protocol BlockSection: HomeViewModelSection, Equatable {
    /// The block it was made of, whole.
    var block: Block { get }

    /// - Throws: ``JSONFault`` with a pointer into the block to what the section cannot be shown without.
    init(_ block: Block) throws(JSONFault)
}

extension BlockSection {
    /// Sections are equal when all of their content is.
    public static func == (left: Self, right: Self) -> Bool { left.block == right.block }
}
