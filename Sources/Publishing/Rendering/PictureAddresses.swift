import HomeBlocks

/// URLs of the server's own pictures in content: `/assets/` or `/pictures/`, and a path.
enum PictureAddresses {
    private static let prefixes = ["/assets/", PictureID.folder]

    /// Returns content in which these URLs begin with the URL of the server, or of a cache in front of it.
    static func absolute(_ content: JSONObject, at publicURL: String) -> JSONObject {
        JSONObject(content.map { ($0.key, absolute($0.value, at: publicURL)) }, uniquingKeysWith: { $1 })
    }

    private static func absolute(_ value: JSONValue, at publicURL: String) -> JSONValue {
        switch value {
        case .string(let text): prefixes.contains(where: text.hasPrefix) ? .string(publicURL + text) : value
        case .array(let elements): .array(elements.map { absolute($0, at: publicURL) })
        case .object(let members): .object(absolute(members, at: publicURL))
        case .null, .bool, .number: value
        }
    }
}
