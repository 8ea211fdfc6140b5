import Foundation
public import HomeBlocks

/// The reader and the app for which pages are requested. What is nil is not sent and meets no condition: a client
/// without an app version gets no section that is limited to some versions.
public struct HomePageContext: Sendable, Hashable {
    /// The platform that the app runs on.
    public var platform: Platform?
    /// The app's version, such as `9.1.0`.
    public var appVersion: String?
    /// The preferred languages, best first: a language priority list (RFC 4647) such as `zh-Hant-HK,en`.
    public var locale: String?
    /// The identity of the reader, which decides on sections that only a share of all readers get.
    public var uid: String?

    /// Makes a context; what is not given is nil.
    public init(platform: Platform? = nil, appVersion: String? = nil, locale: String? = nil, uid: String? = nil) {
        self.platform = platform
        self.appVersion = appVersion
        self.locale = locale
        self.uid = uid
    }

    /// The query parameters, in a fixed order, so that equal contexts have equal addresses.
    var parameters: [(name: String, value: String)] {
        [("platform", platform?.rawValue), ("appVersion", appVersion), ("locale", locale), ("uid", uid)]
            .compactMap { name, value in value.map { (name, $0) } }
    }
}
