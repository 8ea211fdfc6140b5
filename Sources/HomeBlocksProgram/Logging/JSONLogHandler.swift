import Foundation
import HomeBlocks
import Logging

/// The format of log lines.
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

/// Writes each log line as one JSON object on standard error.
struct JSONLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(label: String, logLevel: Logger.Level) {
        self.label = label
        self.logLevel = logLevel
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = Self.line(
            "\(event.message)", event.level, label: label, metadata.merging(event.metadata ?? [:]) { $1 })
        // One write per line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The text of an event, without a line break.
    static func line(_ message: String, _ level: Logger.Level, label: String, _ metadata: Logger.Metadata) -> String {
        var fields: JSONObject = [:]
        for (name, value) in metadata { fields[name] = .string("\(value)") }
        fields["time"] = .string(
            Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)))
        fields["level"] = .string(level.rawValue)
        fields["logger"] = .string(label)
        fields["message"] = .string(message)
        return String(decoding: JSONValue.object(fields).encoded, as: UTF8.self)
    }
}
