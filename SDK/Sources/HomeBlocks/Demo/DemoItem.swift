/// An item of the demo page, whose sections are lists of items, each loaded by its own request.
public enum DemoItem: Sendable, Equatable, Identifiable {
    /// A cell of a grid.
    case grid(DemoGridItem)
    /// A text in a row.
    case text(DemoText)
    /// A picture in its own aspect ratio.
    case image(DemoImage)
    /// A centred text in a row that scrolls horizontally.
    case centerText(DemoText)

    /// The identity within the section.
    public var id: Int {
        switch self {
        case .grid(let item): item.id
        case .text(let item), .centerText(let item): item.id
        case .image(let item): item.id
        }
    }

    /// The items of a section, in display order. One that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - report: called for each item that is left out.
    /// - Throws: ``SectionIssue`` for a layout that this version of the app does not know, or if no item can be read.
    public static func items(
        of block: Block, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) -> [DemoItem] {
        switch block.showType {
        case "DEMO_GRID": return try block.cards("list", report: report).map(grid)
        case "DEMO_TEXT": return try block.cards("list", report: report).map(text)
        case "DEMO_CENTER_TEXT": return try block.cards("list", report: report).map(centerText)
        case "DEMO_IMAGE": return try block.cards("list", report: report).map(image)
        default:
            let issue = JSONIssue("is an unknown layout", kind: .unknownValue, at: JSONPointer(["showType"]))
            throw SectionIssue(blockCode: block.blockCode, issue: issue)
        }
    }
}

/// A cell of a grid.
public struct DemoGridItem: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The title.
    public let title: String
    /// The picture's URL, absolute or relative to the server.
    public let imageUrl: String
    /// The URL that a tap opens.
    public let url: String?
    /// A short label for the corner.
    public let badge: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        imageUrl = try json.require("imageUrl")
        url = json.take("url")
        badge = json.take("badge")
    }
}

extension DemoGridItem: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// A text.
public struct DemoText: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The text.
    public let text: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        text = try json.require("text")
    }
}

extension DemoText: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// A picture.
public struct DemoImage: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The URL, absolute or relative to the server.
    public let imageUrl: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The description of the picture for assistive technologies.
    public let title: String?
    /// The URL that a tap opens.
    public let url: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        imageUrl = try json.require("imageUrl")
        width = try json.require("width")
        height = try json.require("height")
        title = json.take("title")
        url = json.take("url")
    }
}

extension DemoImage: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}
