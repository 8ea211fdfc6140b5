/// Takes the fields that a model names out of an object and leaves the rest as JSON, so that
/// a document survives decoding and encoding whole.
struct FieldDecoder {
    private let container: KeyedDecodingContainer<AnyCodingKey>
    private var taken: Set<String> = []

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: AnyCodingKey.self)
    }

    /// The value of a field that must be there.
    mutating func require<Value: Decodable>(_ name: String) throws -> Value {
        let value = try container.decode(Value.self, forKey: AnyCodingKey(name))
        taken.insert(name)
        return value
    }

    /// The value of a field, if it is there with this type; otherwise what is there stays in the rest.
    mutating func take<Value: Decodable>(_ name: String) -> Value? {
        let key = AnyCodingKey(name)
        guard container.contains(key), let value = try? container.decode(Value.self, forKey: key) else { return nil }
        taken.insert(name)
        return value
    }

    /// Every field that was not taken.
    func rest() throws -> JSONObject {
        var rest: JSONObject = [:]
        for key in container.allKeys where !taken.contains(key.stringValue) {
            rest[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return rest
    }
}
