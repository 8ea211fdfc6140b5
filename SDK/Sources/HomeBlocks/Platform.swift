/// The platform that an app runs on. The raw value is that of the API's `platform` parameter.
public enum Platform: String, Sendable, CaseIterable {
    /// iOS and iPadOS.
    case ios
    /// Android.
    case android
    /// A web browser.
    case web
}
