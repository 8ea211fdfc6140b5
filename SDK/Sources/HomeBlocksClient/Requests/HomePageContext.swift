import Foundation
public import HomeBlocks

/// The reader and the app for which pages are requested. A nil value is not sent and does not satisfy any condition: a
/// client without an app version does not get sections that are limited to some versions.
public struct HomePageContext: Sendable, Hashable {
    /// The platform that the app runs on.
    public var platform: Platform?
    /// The app's version, such as `9.1.0`. A leading `v` and a trailing build number, as in `v9.1.0 (1234)`, are not
    /// sent.
    public var appVersion: String?
    /// The preferred languages, best first: a language priority list (RFC 4647) such as `zh-Hant-HK,en`.
    /// `Locale.preferredLanguages`, joined with commas, and the identifier of a `Locale`, such as `zh_TW@calendar=roc`,
    /// are also accepted: the first ten languages are sent as BCP 47 tags. The server infers likely scripts and
    /// regions: a text in `zh-Hant` also matches `zh-TW`.
    public var locale: String?
    /// The identity of the reader, which determines the sections that only a share of all readers get.
    public var uid: String?
    /// Further attributes of the reader, such as `["city": "beijing"]`. The operators of the server define the
    /// attributes and their values; the server ignores all others.
    public var attributes: [String: String]
    /// A preview link; nil to read published pages. A client with one shows what the link shows, and neither stores
    /// responses nor uses stored or bundled ones. The conditions of the page are evaluated for this context, unless the
    /// link was created for another one.
    public var preview: PagePreview?

    /// Creates a context; omitted values are nil or empty.
    public init(
        platform: Platform? = nil, appVersion: String? = nil, locale: String? = nil, uid: String? = nil,
        attributes: [String: String] = [:], preview: PagePreview? = nil
    ) {
        self.platform = platform
        self.appVersion = appVersion
        self.locale = locale
        self.uid = uid
        self.attributes = attributes
        self.preview = preview
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
