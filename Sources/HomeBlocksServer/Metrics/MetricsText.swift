/// Builds metrics in the Prometheus text format.
struct MetricsText {
    private(set) var text = ""

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    typealias Labels = KeyValuePairs<String, String>

    /// Adds a metric with one sample.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric) {
        begin(name, kind, help)
        sample(name, [:], value)
    }

    /// Adds the `HELP` and `TYPE` lines of a metric.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: Labels, _ value: some Numeric) {
        let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
