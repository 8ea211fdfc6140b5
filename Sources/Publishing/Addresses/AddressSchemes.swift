import HomeBlocks

/// The schemes that addresses in content may have. Relative addresses are always allowed.
public struct AddressSchemes: Sendable, Equatable {
    /// The purpose of an address.
    public enum Kind: String, Sendable {
        /// Loaded from the web, such as a picture.
        case web
        /// Opened, in the app or on the web.
        case app
    }

    private let web: [String]
    private let app: [String]

    /// - Parameters:
    ///   - web: The schemes of the web.
    ///   - app: Further schemes that apps open.
    /// - Returns: nil if one of them is not the name of a scheme.
    public init?(web: [String], app: [String]) {
        guard (web + app).allSatisfy({ URIReference.isScheme($0[...].unicodeScalars) }) else { return nil }
        self.web = web.map { $0.lowercased() }
        self.app = app.map { $0.lowercased() }
    }

    private init() { (web, app) = (["http", "https"], ["orpheus", "homeblocks"]) }

    /// The schemes of the web, and of the apps of the starter pages.
    public static let standard = AddressSchemes()

    private static let rule =
        "must be an address, absolute or relative, with spaces, marks and characters beyond ASCII percent-encoded"
    /// The maximum length, in bytes, of an address that a message repeats.
    private static let maximumInReason = 300

    /// Returns the issue with a text as an address; nil if it is an allowed address. Suggests the percent-encoded form
    /// if that is allowed.
    func issue(in text: String, _ kind: Kind, at pointer: JSONPointer) -> ValidationIssue? {
        guard let reference = URIReference(text) else {
            let encoded = URIEncoding.uri(from: text)
            guard encoded != text, issue(in: encoded, kind, at: pointer) == nil else {
                return ValidationIssue(pointer, Self.rule)
            }
            let isShort = encoded.utf8.count <= Self.maximumInReason
            return ValidationIssue(
                pointer, isShort ? "\(Self.rule): \(encoded)" : Self.rule, suggestion: .string(encoded))
        }
        let schemes = kind == .web ? web : web + app
        if let scheme = reference.scheme, !schemes.contains(scheme) {
            let list = schemes.map { "\($0):" }.joined(separator: ", ")
            return ValidationIssue(pointer, "must be a relative address, or begin with \(list)")
        }
        return reference.hostIssue.map { ValidationIssue(pointer, $0, isRecentRule: true) }
    }
}
