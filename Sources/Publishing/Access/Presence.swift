import Foundation
public import HomeBlocks

/// Someone who is viewing a page now.
public struct Presence: Sendable, Hashable {
    public let page: String
    /// Identifies the credential to other people, who must not learn its ID.
    public let id: String
    public let name: String
    /// The block that they are viewing or editing; nil for none.
    public let block: String?

    /// The interval between reports, in seconds.
    public static let interval = 10
    /// The number of seconds without a report after which someone is gone. Event streams check every 15 seconds, so
    /// they report it within 30.
    public static let lifetime = 14
    /// The maximum number of people.
    public static let maximumCount = 1000

    public init(page: String, id: String, name: String, block: String?) {
        self.page = page
        self.id = id
        self.name = name
        self.block = block
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(page: String, of actor: Actor, json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["block"])
        let block = reader.text("block", "must be a block's code, or null", where: Identifier.hasCodeCharacters)
        try reader.finish("The presence was not reported")
        let hash = StateTag(hashing: Data("presence\n\(actor.credential)".utf8)).text
        self.init(page: page, id: String(hash.prefix(12)), name: actor.name, block: block)
    }

    /// Returns all people by page, as events contain them.
    public static func json(_ people: [Presence]) -> JSONValue {
        let pages = Dictionary(grouping: people) { $0.page }.mapValues { people in
            JSONValue.array(
                people.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { person in
                    [
                        "id": .string(person.id), "name": .string(person.name),
                        "block": person.block.map { .string($0) } ?? .null,
                    ]
                })
        }
        return ["pages": .object(JSONObject(pages.map { ($0.key, $0.value) }) { $1 })]
    }
}
