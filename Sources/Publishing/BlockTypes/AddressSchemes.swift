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

    /// Returns why a text is not an allowed address, as the end of a sentence; nil if it is one.
    func issue(in text: String, _ kind: Kind, isInternational: Bool) -> String? {
        guard let reference = URIReference(text, isInternational: isInternational) else {
            let characters = isInternational ? "spaces and marks" : "spaces and characters beyond ASCII"
            return "must be an address, absolute or relative, with \(characters) percent-encoded"
        }
        let schemes = kind == .web ? web : web + app
        if reference.scheme.map(schemes.contains) ?? true { return nil }
        return "must be a relative address, or begin with \(schemes.map { "\($0):" }.joined(separator: ", "))"
    }
}
