import Foundation

/// The address of an app's own endpoint in a document.
enum ClientSource {
    static let member = "clientSource"

    /// The address, if an app may send credentials to it: https, or http on this machine.
    static func url(_ text: String) -> URL? {
        // Systems differ in what they do with characters that are not percent-encoded.
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
    /// The section with its own content in place of the placeholder: the members of the content stand for those of the
    /// document with the same names, as a whole. The code, the layout and the address stay those of the document.
    ///
    /// - Parameter content: what the endpoint has responded, such as `{"extInfo": {"smallWelfare": {…}}}`.
    /// - Throws: ``JSONIssue`` if the result is no section.
    public func filled(with content: JSONObject) throws(JSONIssue) -> Block {
        let fixed = ["blockCode", "showType", ClientSource.member]
        return try Block(json: json.merging(content.filter { !fixed.contains($0.key) }) { $1 })
    }
}
