import Foundation
public import HomeBlocks

/// The reader and the app for which pages are requested. What is nil is not sent and meets no condition: a client
/// without an app version gets no section that is limited to some versions.
public struct HomePageContext: Sendable, Hashable {
    /// The platform that the app runs on.
    public var platform: Platform?
    /// The app's version, such as `9.1.0`. A `v` before it and the text of a build behind it, as in `v9.1.0 (1234)`, are
    /// not sent.
    public var appVersion: String?
    /// The preferred languages, best first: a language priority list (RFC 4647) such as `zh-Hant-HK,en`. What
    /// `Locale.preferredLanguages` has, separated by commas, will do, and so will the identifier of a `Locale`, such as
    /// `zh_TW@calendar=roc`: they are sent as BCP 47 tags, the first ten of them. The
    /// server knows likely scripts and regions: a text in `zh-Hant` is one for `zh-TW` too.
    public var locale: String?
    /// The identity of the reader, which decides on sections that only a share of all readers get.
    public var uid: String?
    /// What else is known of the reader, such as `["city": "beijing"]`. The operators of the server decide which
    /// attributes there are and which values each has; the server ignores all others.
    public var attributes: [String: String]

    /// Makes a context; what is not given is nil or empty.
    public init(
        platform: Platform? = nil, appVersion: String? = nil, locale: String? = nil, uid: String? = nil,
        attributes: [String: String] = [:]
    ) {
        self.platform = platform
        self.appVersion = appVersion
        self.locale = locale
        self.uid = uid
        self.attributes = attributes
    }

    /// The query parameters, in a fixed order, so that equal contexts have equal addresses.
    var parameters: [(name: String, value: String)] {
        [
            ("platform", platform?.rawValue), ("appVersion", appVersion.flatMap(ContextValue.version)),
            ("locale", locale.flatMap(ContextValue.languages)), ("uid", uid),
        ]
        .compactMap { name, value in value.map { (name, $0) } }
            + attributes.sorted { $0.key < $1.key }.map { ("attr.\($0.key)", $0.value) }
    }
}
