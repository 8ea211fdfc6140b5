/// Why a server gave no page.
public enum HomePageError: Error, Sendable, Equatable {
    /// The server's address cannot be used.
    case address(String)
    /// The server refused, with its reason if it gave one.
    case status(Int, detail: String?)
}
