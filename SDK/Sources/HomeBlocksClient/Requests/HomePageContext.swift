import Foundation
public import HomeBlocks

/// For whom a page is asked for. What is not told meets no condition: a reader without an app version gets no section that
/// asks for one.
public struct HomePageContext: Sendable, Hashable {
    /// What the app runs on.
    public var platform: Platform?
    /// The app's version, such as `9.1.0`.
    public var appVersion: String?
    /// The languages that are wanted, the best first, as a list of tags (RFC 4647) such as `zh-Hant-HK,en`.
    public var locale: String?
    /// The reader, for sections that only a share of all readers get.
    public var uid: String?

    /// Tells nothing unless told.
    public init(platform: Platform? = nil, appVersion: String? = nil, locale: String? = nil, uid: String? = nil) {
        self.platform = platform
        self.appVersion = appVersion
        self.locale = locale
        self.uid = uid
    }

    /// The parameters that say so, in a fixed order.
    var parameters: [(name: String, value: String)] {
        [("platform", platform?.rawValue), ("appVersion", appVersion), ("locale", locale), ("uid", uid)]
            .compactMap { name, value in value.map { (name, $0) } }
    }
}
