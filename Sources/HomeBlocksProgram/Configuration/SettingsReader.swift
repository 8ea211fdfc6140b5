import Configuration
import Foundation
import Publishing
import SystemPackage
import Yams

/// Reads single settings from the command line, the environment, the file and the defaults, in this order.
struct SettingsReader {
    private let reader: ConfigReader

    init(flags: [ConfigurationKey: ConfigValue], environment: [String: String], file: String) async throws {
        try Self.checkNames(environment: environment)
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: Self.values(flags)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "homeblocks"),
        ]
        if FileManager.default.fileExists(atPath: file), try Self.hasSettings(yaml: try Self.text(of: file), file: file)
        {
            providers.append(try await FileProvider<YAMLSnapshot>(filePath: FilePath(file)))
        }
        let defaults = ConfigurationKey.allCases.map { ($0, $0.defaultValue) }
        providers.append(InMemoryProvider(values: Self.values(Dictionary(uniqueKeysWithValues: defaults))))
        reader = ConfigReader(providers: providers)
    }

    private static func text(of file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file), let text = String(bytes: data, encoding: .utf8)
        else { throw ConfigurationProblem("The configuration file \(file) cannot be read as UTF-8 text.") }
        return text
    }

    private static func values(_ values: [ConfigurationKey: ConfigValue]) -> [AbsoluteConfigKey: ConfigValue] {
        Dictionary(
            uniqueKeysWithValues: values.map {
                (AbsoluteConfigKey($0.rawValue.split(separator: ".").map(String.init)), $1)
            })
    }

    // MARK: Values

    func text(_ key: ConfigurationKey) throws -> String {
        guard let text = try textIfAny(key) else {
            throw ConfigurationProblem("The setting \(key.rawValue) must not be empty.")
        }
        return text
    }

    /// A text; nil if it is empty.
    func textIfAny(_ key: ConfigurationKey) throws -> String? {
        let text = try value(key, "a text") { try reader.requiredString(forKey: $0) }
        return text.isEmpty ? nil : text
    }

    /// The schemes that addresses in content may have.
    func schemes() throws -> AddressSchemes {
        func names(_ key: ConfigurationKey) throws -> [String] {
            try textIfAny(key)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        }
        let expected = "names of schemes with commas between them, such as http,https"
        let web = try names(.addressesWebSchemes)
        guard AddressSchemes(web: web, app: []) != nil else { throw Self.problem(.addressesWebSchemes, expected) }
        guard let schemes = AddressSchemes(web: web, app: try names(.addressesAppSchemes)) else {
            throw Self.problem(.addressesAppSchemes, expected)
        }
        return schemes
    }

    func int(_ key: ConfigurationKey, in range: ClosedRange<Int>) throws -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let value = try value(key, expected) { try reader.requiredInt(forKey: $0) }
        guard range.contains(value) else { throw Self.problem(key, expected) }
        return value
    }

    func flag(_ key: ConfigurationKey) throws -> Bool {
        try value(key, "true or false") { try reader.requiredBool(forKey: $0) }
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: ConfigurationKey) throws -> Choice {
        let expected = "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
        guard let choice = Choice(rawValue: try text(key)) else { throw Self.problem(key, expected) }
        return choice
    }

    private func value<Value>(
        _ key: ConfigurationKey, _ expected: String, read: (ConfigKey) throws -> Value
    ) throws -> Value {
        do {
            return try read(ConfigKey(key.rawValue.split(separator: ".").map(String.init)))
        } catch {
            throw Self.problem(key, expected)
        }
    }

    private static func problem(_ key: ConfigurationKey, _ expected: String) -> ConfigurationProblem {
        ConfigurationProblem("The setting \(key.rawValue) (\(key.environmentName)) must be \(expected).")
    }

    // MARK: Names

    private static func checkNames(environment: [String: String]) throws {
        let known = Set(ConfigurationKey.allCases.map(\.environmentName)).union(ConfigurationKey.otherVariables)
        if let name = environment.keys.sorted().first(where: { $0.hasPrefix("HOMEBLOCKS_") && !known.contains($0) }) {
            throw ConfigurationProblem("The environment variable \(name) is no setting. Known are: \(list(known)).")
        }
    }

    /// Whether a file says anything; every name in it must be known.
    private static func hasSettings(yaml: String, file: String) throws -> Bool {
        let node: Node?
        do {
            node = try Yams.compose(yaml: yaml)
        } catch {
            throw ConfigurationProblem("The configuration file \(file) is no YAML: \(error)")
        }
        guard let node, node != Node("") else { return false }
        let known = Set(ConfigurationKey.allCases.map(\.rawValue))
        for name in try names(node, below: "", file: file) where !known.contains(name) {
            throw ConfigurationProblem("\(name) in \(file) is no setting. Known are: \(list(known)).")
        }
        return true
    }

    private static func names(_ node: Node, below parent: String, file: String) throws -> [String] {
        guard let mapping = node.mapping else {
            if parent.isEmpty {
                throw ConfigurationProblem("The configuration file \(file) must hold settings by name.")
            }
            return [parent]
        }
        return try mapping.flatMap { key, value in
            let name = key.string ?? "?"
            return try names(value, below: parent.isEmpty ? name : "\(parent).\(name)", file: file)
        }
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
}
