/// How a body is coded on its way.
enum ContentCoding: String, CaseIterable {
    case identity
    case gzip
    case brotli = "br"

    /// What tells the tags of one resource's representations apart.
    var tagSuffix: String { self == .identity ? "" : "-\(rawValue)" }

    /// The best coding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3).
    static func best(for header: String?) -> ContentCoding {
        guard let header else { return .identity }
        var weights: [Substring: Double] = [:]
        for part in header.split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.trimmed }
            guard let name = fields.first else { continue }
            let weight = fields.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            weights[Substring(name.lowercased())] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
        func weight(_ coding: ContentCoding) -> Double {
            weights[Substring(coding.rawValue)] ?? (coding == .identity ? 0.001 : weights["*"] ?? 0)
        }
        let allowed = [ContentCoding.brotli, .gzip, .identity].filter { weight($0) > 0 }
        return allowed.max { weight($0) < weight($1) } ?? .identity
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
