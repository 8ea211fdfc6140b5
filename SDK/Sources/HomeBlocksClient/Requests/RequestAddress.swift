import Foundation

/// Makes addresses in which every name and value is what it was, whatever signs are in it.
enum RequestAddress {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func url(_ server: URL, _ path: [String], _ parameters: [(name: String, value: String)]) -> URL? {
        guard var components = URLComponents(url: server, resolvingAgainstBaseURL: true),
            !path.contains("."), !path.contains(".."), ["http", "https"].contains(components.scheme?.lowercased()),
            components.host?.isEmpty == false
        else { return nil }
        let base = components.percentEncodedPath
        let steps = path.map { "/" + escaped($0) }.joined()
        components.percentEncodedPath = (base.hasSuffix("/") ? String(base.dropLast()) : base) + steps
        let query = parameters.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
        components.percentEncodedQuery = query.isEmpty ? nil : query
        return components.url
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
