public import Foundation

/// A moment: a post that someone shares, shown as several rows.
///
/// Source: the binding section in an article on a list of moments with a high frame rate. Here, identity (`id`) and
/// content (`==`) are separate, so that a change of the likes updates one row.
public struct Moment: Sendable, Equatable, RowedSection {
    /// The section's code. For a moment in a section with several, the code, a slash and the moment's own id.
    public let id: String
    /// The author, if known.
    public let author: MomentAuthor?
    /// The text; empty for a moment with only pictures.
    public let text: String
    /// The pictures, at most nine.
    public let images: [MomentImage]
    /// The place of the moment, if known.
    public let location: MomentPlace?
    /// The time of sharing.
    public let publishTime: Date
    /// The people who like it, earliest first.
    public let likes: [MomentLike]
    /// The comments, oldest first.
    public let comments: [MomentComment]

    /// Reads a moment. A picture, a like or a comment that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - report: called for each part that is left out.
    /// - Throws: ``SectionIssue`` if the block is not a moment, or has no time.
    public init(_ block: Block, report: (SectionIssue) -> Void = { _ in }) throws(SectionIssue) {
        self = try block.reading(report) { leftOut throws(JSONIssue) in
            try leftOut.inside("extInfo", of: block.json) { data, leftOut throws(JSONIssue) in
                try leftOut.inside("moment", of: data) { moment, leftOut throws(JSONIssue) in
                    try Moment(id: block.blockCode, moment, &leftOut)
                }
            }
        }
    }

    /// Reads a moment of a section with several, such as those of a feed. A picture, a like or a comment that cannot be
    /// read is left out.
    ///
    /// - Parameters:
    ///   - card: the complete card of the section.
    ///   - blockCode: the section's code.
    ///   - report: called for each part that is left out.
    /// - Throws: ``SectionIssue`` if the card is not a moment, or has no id or no time.
    public init(
        _ card: JSONValue, of blockCode: String, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) {
        var leftOut = LeftOut()
        do throws(JSONIssue) {
            let moment = try JSONObject.read(card)
            let number: Int = try moment.require("id")
            self = try Moment(id: "\(blockCode)/\(number)", moment, &leftOut)
        } catch {
            throw SectionIssue(blockCode: blockCode, issue: error, scope: .card)
        }
        for issue in leftOut.issues { report(SectionIssue(blockCode: blockCode, issue: issue, scope: .card)) }
    }

    private init(id: String, _ moment: JSONObject, _ leftOut: inout LeftOut) throws(JSONIssue) {
        self.id = id
        publishTime = Date(milliseconds: try moment.require("publishTime"))
        text = moment.take("text") ?? ""
        images = leftOut.cardsIfAny("images", of: moment)
        likes = leftOut.cardsIfAny("likes", of: moment)
        comments = leftOut.cardsIfAny("comments", of: moment)
        author = leftOut.cardIfAny("author", of: moment)
        location = leftOut.cardIfAny("location", of: moment)
    }

    /// The rows, from top to bottom: the author if known, the text with its pictures, the place if known, and the time
    /// with the likes and comments.
    public var rows: [MomentRow] {
        var rows: [MomentRow] = []
        if let author { rows.append(.top(author)) }
        if let image = images.first, images.count == 1 {
            rows.append(.imageSingle(text: text, image: image))
        } else {
            rows.append(.header(text: text, images: images))
        }
        if let location { rows.append(.location(location)) }
        rows.append(.bottom(publishTime: publishTime, likes: likes, comments: comments))
        return rows
    }
}

/// The author of a moment.
public struct MomentAuthor: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity.
    public let id: Int
    /// The name.
    public let name: String
    /// The URL of the portrait.
    public let avatarUrl: String
    /// The URL of the picture behind the portrait.
    public let coverUrl: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        avatarUrl = try json.require("avatarUrl")
        coverUrl = json.take("coverUrl")
    }
}

/// A picture of a moment.
public struct MomentImage: JSONModel {
    public let json: JSONObject
    /// The URL, absolute or relative to the server.
    public let imageUrl: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        imageUrl = try json.require("imageUrl")
        width = try json.require("width")
        height = try json.require("height")
    }
}

/// The place of a moment.
public struct MomentPlace: JSONModel {
    public let json: JSONObject
    /// The name of the place.
    public let name: String
    /// The latitude, in degrees north.
    public let latitude: Double?
    /// The longitude, in degrees east.
    public let longitude: Double?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        name = try json.require("name")
        latitude = json.take("latitude")
        longitude = json.take("longitude")
    }
}

/// Someone who likes a moment.
public struct MomentLike: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The name.
    public let name: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
    }
}

extension MomentLike: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// A comment on a moment.
public struct MomentComment: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The name of the author.
    public let name: String
    /// The text.
    public let text: String
    /// The name of the person replied to.
    public let replyTo: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        text = try json.require("text")
        replyTo = json.take("replyTo")
    }
}

extension MomentComment: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}
