import Foundation

/// A typed view of a JSON object. It keeps the object as it came, so that encoding loses nothing that the type does not
/// name.
///
/// The document's own types are models, and an app makes its own for layouts that only it knows:
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
    /// The whole object, fields that the type does not name included.
    var json: JSONObject { get }

    /// - Throws: ``JSONIssue`` with a pointer to a field that the type cannot do without.
    init(json: JSONObject) throws(JSONIssue)
}

extension JSONModel {
    /// Reads a JSON text in UTF-8, by the limits ``JSONLimits/lenient``; much faster than through a `JSONDecoder`, which
    /// has rules of its own.
    ///
    /// - Throws: ``JSONIssue`` for a text that is not valid JSON, or JSON that is not of this type.
    public init(parsing text: some Collection<UInt8>) throws(JSONIssue) {
        self = try Self.read(try JSONValue(reading: text))
    }

    public static func read(_ value: JSONValue) throws(JSONIssue) -> Self {
        try Self(json: try JSONObject.read(value))
    }

    /// Models are equal when their objects are: all of their content, in any order of members.
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
