/// An item of the demo page: the sections of that page are lists of these, each asked for by its own request.
public enum DemoItem: Sendable, Equatable, Identifiable {
    /// A cell of a grid.
    case grid(DemoGridItem)
    /// A text in a row.
    case text(DemoText)
    /// A picture in its own shape.
    case image(DemoImage)
    /// A text in the middle of a row that scrolls sideways.
    case centerText(DemoText)

    /// Its identity within its section.
    public var id: Int {
        switch self {
        case .grid(let item): item.id
        case .text(let item), .centerText(let item): item.id
        case .image(let item): item.id
        }
    }

    /// The items of a section, in display order.
    ///
    /// - Throws: ``SectionFault`` for a layout that this version of the app does not know, or items that are not what it says.
    public static func items(of block: Block) throws(SectionFault) -> [DemoItem] {
        do throws(JSONFault) {
            switch block.showType {
            case "DEMO_GRID": return try read(block, grid)
            case "DEMO_TEXT": return try read(block, text)
            case "DEMO_CENTER_TEXT": return try read(block, centerText)
            case "DEMO_IMAGE": return try read(block, image)
            default: throw JSONFault("is no layout that is known here", at: JSONPointer(["showType"]))
            }
        } catch {
            throw SectionFault(blockCode: block.blockCode, fault: error)
        }
    }

    private static func read<Item: JSONReadable>(
        _ block: Block, _ make: (Item) -> DemoItem
    ) throws(JSONFault) -> [DemoItem] {
        let list: [Item] = try block.data("list")
        return list.map(make)
    }
}
