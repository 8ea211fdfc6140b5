/// What stands above a section's cards.
public struct SectionHeading: Sendable, Equatable {
    /// The heading.
    public let title: String?
    /// A smaller line above it.
    public let line: String?
    /// The address of a picture beside it.
    public let imageURL: String?
    /// The button at its end.
    public let button: Button?

    /// What stands above the cards of a block.
    public init(_ block: Block) {
        let element = block.uiElement
        title = element?.subTitle?.title
        line = element?.mainTitle?.title
        imageURL = element?.subTitle?.titleImgUrl
        button = element?.button
    }
}
