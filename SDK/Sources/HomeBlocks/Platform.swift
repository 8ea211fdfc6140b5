/// The platform that an app runs on. The raw value is the one of the API's parameter `platform`.
public enum Platform: String, Sendable, CaseIterable {
    /// iOS and iPadOS.
    case ios
    /// Android.
    case android
    /// A web browser.
    case web
}
