import Foundation

/// The URL of an app's own endpoint in a document.
enum ClientSource {
    static let member = "clientSource"

    /// Returns the URL if an app may send credentials to it: https, or http on the local machine.
    static func url(_ text: String) -> URL? {
        // Platforms differ in how they handle characters that are not percent-encoded.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text),
            let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { return nil }
        switch parts.scheme?.lowercased() {
        case "https": return parts.url
        case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) ? parts.url : nil
        default: return nil
        }
    }
}

extension Block {
    /// Returns the section with its own content instead of the placeholder. Members of the content replace those of the
    /// document with the same names, without merging them. The code, the layout and the URL stay those of the document.
    ///
    /// - Parameter content: the content that the endpoint returned, such as `{"extInfo": {"smallWelfare": {…}}}`.
    /// - Throws: ``JSONIssue`` if the result is not a valid section.
    public func filled(with content: JSONObject) throws(JSONIssue) -> Block {
        let fixed = ["blockCode", "showType", ClientSource.member]
        return try Block(json: json.merging(content.filter { !fixed.contains($0.key) }) { $1 })
    }
}
