import HTTPTypes
import Hummingbird

extension Request {
    /// Whether no browser says that a page of another site makes it send this.
    var isFromSameSite: Bool {
        guard let site = headers[.secFetchSite] else { return true }
        return site == "same-origin" || site == "none"
    }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("X-CSRF-Token") ?? .cookie
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .cookie
}
