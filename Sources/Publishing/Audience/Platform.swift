/// What an app runs on.
public enum Platform: String, Sendable, CaseIterable {
    case ios
    case android
    case web
}
