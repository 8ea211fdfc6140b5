import HTTPTypes
import Synchronization

/// Which methods each path takes, for answering requests with another one.
final class RouteTable: Sendable {
    private struct Entry {
        let parts: [Substring]
        let method: HTTPRequest.Method
    }

    private let entries = Mutex<[Entry]>([])

    func add(_ method: HTTPRequest.Method, _ path: String) {
        let entry = Entry(parts: Self.parts(path), method: method)
        entries.withLock { $0.append(entry) }
    }

    /// The methods of a path, sorted; none if no route has it.
    func methods(for path: String) -> [String] {
        let parts = Self.parts(path)
        let methods = entries.withLock { entries in
            entries.filter { Self.matches(parts, $0.parts) }.map(\.method)
        }
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
