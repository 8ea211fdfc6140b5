/// The schemes that addresses in content may have. Relative addresses have none and are always allowed.
public struct AddressSchemes: Sendable, Equatable {
    /// What an address is for.
    public enum Kind: String, Sendable {
        /// Something that is loaded from the web, such as a picture.
        case web
        /// Something that is opened, in the app or on the web.
        case app
    }

    private let web: [String]
    private let app: [String]

    /// - Parameters:
    ///   - web: the schemes of the web.
    ///   - app: the schemes that apps open besides.
    /// - Returns: nil if one of them is no name of a scheme.
    public init?(web: [String], app: [String]) {
        guard (web + app).allSatisfy({ URIReference.isScheme($0[...].unicodeScalars) }) else { return nil }
        self.web = web.map { $0.lowercased() }
        self.app = app.map { $0.lowercased() }
    }

    private init() { (web, app) = (["http", "https"], ["orpheus", "homeblocks"]) }

    /// Those of the web, and of the apps that the starter pages are for.
    public static let standard = AddressSchemes()

    /// What is wrong with an address, as the end of a sentence; nil if nothing is.
    func fault(in text: String, _ kind: Kind, isInternational: Bool) -> String? {
        guard let reference = URIReference(text, isInternational: isInternational) else {
            let characters = isInternational ? "spaces and marks" : "spaces and characters beyond ASCII"
            return "must be an address, absolute or relative, with \(characters) percent-encoded"
        }
        let schemes = kind == .web ? web : web + app
        if reference.scheme.map(schemes.contains) ?? true { return nil }
        return "must be a relative address, or begin with \(schemes.map { "\($0):" }.joined(separator: ", "))"
    }
}
