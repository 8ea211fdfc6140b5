public import Foundation

/// A moment: something that somebody shares, shown as several rows.
///
/// Source: the binding section of an article on a list of moments with a high frame rate. Which moment it is (`id`) and what
/// it shows (`==`) are kept apart, so that a change of its likes updates one row.
public struct Moment: Sendable, Equatable, RowedSection {
    /// The section's code.
    public let id: String
    /// Who it is from.
    public let author: MomentAuthor?
    /// What is said; empty if only pictures are shared.
    public let text: String
    /// The pictures, nine at most.
    public let images: [MomentImage]
    /// Where it was.
    public let location: MomentPlace?
    /// When it was shared.
    public let publishTime: Date
    /// Who likes it, in the order of liking.
    public let likes: [MomentLike]
    /// What others say, the oldest first.
    public let comments: [MomentComment]

    /// - Throws: ``SectionFault`` if the block is no moment.
    public init(_ block: Block) throws(SectionFault) {
        id = block.blockCode
        do throws(JSONFault) {
            let moment: JSONObject = try block.data("moment")
            do {
                publishTime = Date(milliseconds: try moment.require("publishTime"))
                text = moment.take("text") ?? ""
                images = try moment.list("images")
                likes = try moment.list("likes")
                comments = try moment.list("comments")
            } catch {
                throw error.inside("moment").inside("extInfo")
            }
            author = moment.take("author")
            location = moment.take("location")
        } catch {
            throw SectionFault(blockCode: block.blockCode, fault: error)
        }
    }

    /// The rows, from above: the author if known, the text with its pictures, the place if told, and what others think.
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
