/// The platform that an app runs on. The raw value is the one of the API's parameter `platform`.
public enum Platform: String, Sendable, CaseIterable {
    case ios
    case android
    case web
}
