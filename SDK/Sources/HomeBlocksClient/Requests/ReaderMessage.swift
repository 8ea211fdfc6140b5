import Foundation

/// The messages for readers about failed requests, in each of the library's languages.
enum ReaderMessage: CaseIterable {
    case badAddress
    case gone
    case busy
    case refused
    case unreadable
    case offline
    case unreachable
    case insecure
    case intercepted
    case timedOut
    case cancelled
    case outdated

    /// Returns the text in the first of the languages (BCP 47) that the library has; in English if it has none of them.
    func text(in languages: [String]) -> String {
        let (english, simplified, traditional) = texts
        return switch languages.lazy.compactMap(Self.script).first {
        case .simplified: simplified
        case .traditional: traditional
        case .latin, nil: english
        }
    }

    private enum Script { case latin, simplified, traditional }

    /// Returns the script of one of the library's languages; nil for another language.
    private static func script(of language: String) -> Script? {
        let parts = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        switch parts.first {
        case "en": return .latin
        case "zh" where parts.contains("hans"): return .simplified
        case "zh": return ["hant", "tw", "hk", "mo"].contains(where: parts.contains) ? .traditional : .simplified
        default: return nil
        }
    }

    private var texts: (english: String, simplified: String, traditional: String) {
        switch self {
        case .badAddress: ("The address of the server is not valid.", "服务器地址无效。", "伺服器位址無效。")
        case .gone: ("This content is no longer available.", "该内容已下线。", "此內容已下架。")
        case .busy: ("The server is busy. Try again later.", "服务器繁忙，请稍后再试。", "伺服器忙碌中，請稍後再試。")
        case .refused: ("The server rejected the request.", "服务器拒绝了请求。", "伺服器拒絕了請求。")
        case .unreadable:
            (
                "The server's response cannot be shown. Try again later, or update the app.",
                "服务器返回的内容无法显示，请稍后再试或更新 App。", "無法顯示伺服器傳回的內容，請稍後再試或更新 App。"
            )
        case .offline: ("No internet connection.", "当前没有网络连接。", "目前沒有網路連線。")
        case .unreachable:
            (
                "The server cannot be reached. Check the connection, then try again.",
                "无法连接服务器，请检查网络后重试。", "無法連線至伺服器，請檢查網路後再試。"
            )
        case .insecure:
            ("No secure connection to the server is possible.", "无法与服务器建立安全连接。", "無法與伺服器建立安全連線。")
        case .intercepted:
            (
                "This network does not let the app reach the server. You may have to sign in to it.",
                "当前网络无法访问服务器，可能需要先登录该网络。", "目前的網路無法連線至伺服器，可能需要先登入此網路。"
            )
        case .timedOut: ("The server did not respond in time. Try again.", "服务器响应超时，请重试。", "伺服器回應逾時，請再試一次。")
        case .cancelled: ("The request was cancelled.", "请求已取消。", "請求已取消。")
        case .outdated: ("The page has changed. Load it again.", "页面已更新，请重新加载。", "頁面已更新，請重新載入。")
        }
    }
}
