import Foundation

/// A typed view of a JSON object. It keeps the original object, so that encoding preserves members that the type does
/// not declare.
///
/// The document's types are models, and an app can define its own for custom layouts:
///
///     struct Ticket: JSONModel {
///         let json: JSONObject
///         let title: String
///         let price: Double?
///
///         init(json: JSONObject) throws(JSONIssue) {
///             self.json = json
///             title = try json.require("title")
///             price = json.take("price")
///         }
///     }
public protocol JSONModel: JSONReadable, Codable, Equatable {
    /// The complete object, including members that the type does not declare.
    var json: JSONObject { get }

    /// - Throws: ``JSONIssue`` with a pointer to a required member that is missing or invalid.
    init(json: JSONObject) throws(JSONIssue)
}

extension JSONModel {
    /// Parses JSON text in UTF-8 with the limits ``JSONLimits/lenient``. Much faster than a `JSONDecoder`, which also
    /// has different rules.
    ///
    /// - Throws: ``JSONIssue`` for text that is not valid JSON, or JSON that is not of this type.
    public init(parsing text: some Collection<UInt8>) throws(JSONIssue) {
        self = try Self.read(try JSONValue(reading: text))
    }

    public static func read(_ value: JSONValue) throws(JSONIssue) -> Self {
        try Self(json: try JSONObject.read(value))
    }

    /// Compares the complete objects, regardless of the order of members.
    public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do {
            self = try Self.read(value)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    public func encode(to encoder: any Encoder) throws { try JSONValue.object(json).encode(to: encoder) }
}
