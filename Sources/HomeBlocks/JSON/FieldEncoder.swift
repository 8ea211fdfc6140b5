/// Writes a model's named fields and what ``FieldDecoder`` left over into one object.
struct FieldEncoder {
    private var container: KeyedEncodingContainer<AnyCodingKey>

    init(_ encoder: any Encoder, rest: JSONObject) throws {
        container = encoder.container(keyedBy: AnyCodingKey.self)
        for (name, value) in rest { try container.encode(value, forKey: AnyCodingKey(name)) }
    }

    mutating func put(_ name: String, _ value: (some Encodable)?) throws {
        guard let value else { return }
        try container.encode(value, forKey: AnyCodingKey(name))
    }
}
