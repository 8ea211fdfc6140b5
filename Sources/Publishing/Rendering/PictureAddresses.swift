import HomeBlocks

/// Addresses of the server's own pictures in content: `/assets/` and a path.
enum PictureAddresses {
    private static let prefix = "/assets/"

    /// Returns content in which these addresses begin with that of the server.
    static func absolute(_ content: JSONObject, at publicURL: String) -> JSONObject {
        JSONObject(content.map { ($0.key, absolute($0.value, at: publicURL)) }, uniquingKeysWith: { $1 })
    }

    private static func absolute(_ value: JSONValue, at publicURL: String) -> JSONValue {
        switch value {
        case .string(let text): text.hasPrefix(prefix) ? .string(publicURL + text) : value
        case .array(let elements): .array(elements.map { absolute($0, at: publicURL) })
        case .object(let members): .object(absolute(members, at: publicURL))
        case .null, .bool, .number: value
        }
    }
}
