import HomeBlocks

/// Members of answers, read leniently: what is absent is empty.
extension JSONValue {
    func text(_ name: String) -> String {
        switch object?[name] {
        case .string(let text): text
        case .number(let number): number.text
        case nil, .null, .bool, .array, .object: ""
        }
    }

    func flag(_ name: String) -> Bool { object?[name]?.bool ?? false }

    func list(_ name: String) -> [JSONValue] { object?[name]?.array ?? [] }

    func codes(_ name: String) -> [String] { list(name).compactMap(\.string) }

    /// An object of those texts that there are.
    static func object(of texts: [String: String?]) -> JSONValue {
        .object(JSONObject(texts.compactMapValues { text in text.map { JSONValue.string($0) } }))
    }
}
