import HTTPTypes
import Synchronization

/// Which methods each path takes, for answering requests with another one.
final class RouteTable: Sendable {
    private struct Entry {
        let parts: [Substring]
        let method: HTTPRequest.Method

        /// What the router goes by where two templates fit: a name beats a parameter, from the left.
        var precedence: String { parts.map { $0.hasPrefix("{") || $0 == "**" ? "0" : "1" }.joined() }
    }

    private let entries = Mutex<[Entry]>([])

    func add(_ method: HTTPRequest.Method, _ path: String) {
        let entry = Entry(parts: Self.parts(path), method: method)
        entries.withLock { $0.append(entry) }
    }

    /// The methods of all paths.
    var methods: [String] { entries.withLock { entries in entries.map(\.method.rawValue) } }

    /// Every operation, such as `GET /sort`.
    var operations: Set<String> {
        entries.withLock { entries in Set(entries.map { "\($0.method) /\($0.parts.joined(separator: "/"))" }) }
    }

    /// The methods of a path, sorted; none if no route has it.
    func methods(for path: String) -> [String] {
        let parts = Self.parts(path)
        let fitting = entries.withLock { entries in entries.filter { Self.matches(parts, $0.parts) } }
        let best = fitting.map(\.precedence).max()
        let methods = fitting.filter { $0.precedence == best }.map(\.method)
        let names = Set(methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []))
        return names.sorted()
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    private static func matches(_ path: [Substring], _ template: [Substring]) -> Bool {
        if template.last == "**" {
            return path.count >= template.count && zip(path, template.dropLast()).allSatisfy(fits)
        }
        return path.count == template.count && zip(path, template).allSatisfy(fits)
    }

    private static func fits(_ part: Substring, _ template: Substring) -> Bool {
        template.hasPrefix("{") || part == template
    }
}
