import Foundation

/// `JSONDecoder` preserves integers of up to 64 bits and decimals of up to 38 digits;
/// ``JSONValue/init(parsing:limits:)`` preserves every digit. A number that a coder cannot represent, such as `1e400`,
/// becomes null.
extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            var members: JSONObject = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .number(JSONNumber(integer))
        } else if let decimal = try? container.decode(Decimal.self) {
            self = .number(JSONNumber(text: "\(decimal)"))
        } else if let double = try? container.decode(Double.self) {
            // Beyond the range of a `Decimal`.
            self = .number(JSONNumber(text: "\(double)"))
        } else {
            self = .null
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let number):
            if let integer = Int64(number.text) {
                try integer.encode(to: encoder)
            } else {
                // Encoders write a `Decimal` as a number only through a container.
                var container = encoder.singleValueContainer()
                let decimal = number.decimal
                if !decimal.isNaN {
                    try container.encode(decimal)
                } else if number.double.isFinite {
                    try container.encode(number.double)
                } else {
                    try container.encodeNil()
                }
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (name, member) in members { try container.encode(member, forKey: AnyCodingKey(name)) }
        }
    }
}

/// A coding key with any name.
struct AnyCodingKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
