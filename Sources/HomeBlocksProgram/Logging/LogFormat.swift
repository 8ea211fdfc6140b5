import Logging

/// How log lines look.
enum LogFormat: String, CaseIterable {
    case text
    case json

    func handler(_ label: String, level: Logger.Level) -> any LogHandler {
        switch self {
        case .text:
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        case .json: return JSONLogHandler(label: label, logLevel: level)
        }
    }
}
