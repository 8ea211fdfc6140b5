import Foundation

/// What there is to know of an item of a news page.
public enum NewsDetail: JSONReadable, Equatable, Identifiable {
    case trailer(Trailer)
    case review(Review)
    case playthrough(Playthrough)

    /// Reads the answer for one item.
    ///
    /// - Throws: ``JSONFault`` for an item of an unknown kind, or one that lacks what its kind must have.
    public static func read(_ value: JSONValue) throws(JSONFault) -> NewsDetail {
        let object = try JSONObject.read(value)
        let kind: String = try object.require("kind")
        switch kind {
        case "trailer": return .trailer(try Trailer(json: object))
        case "review": return .review(try Review(json: object))
        case "playthrough": return .playthrough(try Playthrough(json: object))
        default: throw JSONFault("is no kind that is known here", at: JSONPointer(["kind"]))
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

    /// The length as people read it, `3:10` or `2:36:05`, or the rating as the reader's language writes it, `8.5 / 10`.
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
