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
        var fields: JSONObject = [:]
        for (name, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
            fields[name] = .string("\(value)")
        }
        fields["time"] = .string(
            Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)))
        fields["level"] = .string(event.level.rawValue)
        fields["logger"] = .string(label)
        fields["message"] = .string("\(event.message)")
        var bytes = JSONValue.object(fields).encoded
        bytes.append(UInt8(ascii: "\n"))
        // One write a line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data(bytes))
    }
}
