public import Foundation

/// The details of an item of a news page.
public enum NewsDetail: JSONReadable, Equatable, Identifiable {
    /// A trailer.
    case trailer(Trailer)
    /// A review.
    case review(Review)
    /// A recording of a playthrough.
    case playthrough(Playthrough)

    /// Reads the response for one item.
    ///
    /// - Throws: ``JSONIssue`` for an item of an unknown kind, or one that lacks a required member of its kind.
    public static func read(_ value: JSONValue) throws(JSONIssue) -> NewsDetail {
        let object = try JSONObject.read(value)
        let kind: String = try object.require("kind")
        switch kind {
        case "trailer": return .trailer(try Trailer(json: object))
        case "review": return .review(try Review(json: object))
        case "playthrough": return .playthrough(try Playthrough(json: object))
        default: throw JSONIssue("is an unknown kind", kind: .unknownValue, at: JSONPointer(["kind"]))
        }
    }

    /// The item's identity.
    public var id: Int {
        switch self {
        case .trailer(let trailer): trailer.id
        case .review(let review): review.id
        case .playthrough(let playthrough): playthrough.id
        }
    }

    /// The item's title.
    public var title: String {
        switch self {
        case .trailer(let trailer): trailer.title
        case .review(let review): review.title
        case .playthrough(let playthrough): playthrough.title
        }
    }

    /// The formatted length, `3:10` or `2:36:05`, or the rating in the reader's locale, `8.5 / 10`.
    public var caption: String {
        switch self {
        case .trailer(let trailer): Self.time(trailer.length)
        case .review(let review): "\(review.rating.formatted(.number.precision(.fractionLength(0...1)))) / 10"
        case .playthrough(let playthrough): Self.time(playthrough.length)
        }
    }

    private static func time(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The details of an item of a news page: ``NewsFacts``, whose members can be read directly, with additional members of
/// its kind.
@dynamicMemberLookup public protocol NewsArticle: JSONModel, Identifiable where ID == Int {
    /// The members that items of all kinds share.
    var facts: NewsFacts { get }
}

extension NewsArticle {
    public var id: Int { facts.id }

    /// A member that all items share.
    public subscript<Member>(dynamicMember path: KeyPath<NewsFacts, Member>) -> Member { facts[keyPath: path] }
}

/// The members that all items of a news page share.
public struct NewsFacts: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity.
    public let id: Int
    /// The title.
    public let title: String
    /// The summary.
    public let summary: String?
    /// The picture's URL, absolute or relative to the server.
    public let imageUrl: String
    /// The URL that a tap opens.
    public let url: String?
    /// The name of the author.
    public let author: String?
    /// The time of publication.
    public let publishTime: Date?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        summary = json.take("summary")
        imageUrl = try json.require("imageUrl")
        url = json.take("url")
        author = json.take("author")
        publishTime = json.take("publishTime").map(Date.init(milliseconds:))
    }
}

/// A trailer.
public struct Trailer: NewsArticle {
    public let json: JSONObject
    public let facts: NewsFacts
    /// The length in seconds.
    public let length: Int

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        facts = try NewsFacts(json: json)
        length = try json.require("length")
    }
}

/// A review.
public struct Review: NewsArticle {
    public let json: JSONObject
    public let facts: NewsFacts
    /// The author's rating, from 0 to 10.
    public let rating: Double

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        facts = try NewsFacts(json: json)
        rating = try json.require("rating")
    }
}

/// A recording of a playthrough.
public struct Playthrough: NewsArticle {
    public let json: JSONObject
    public let facts: NewsFacts
    /// The length in seconds.
    public let length: Int

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        facts = try NewsFacts(json: json)
        length = try json.require("length")
    }
}
