import Configuration
import Foundation
import HomeBlocksServer
import Publishing
import SystemPackage
import Yams

/// Reads single settings from the command line, the environment, the file and the defaults, in this order.
struct SettingsReader {
    private let reader: ConfigReader
    /// The attributes that the file declares as YAML; nil if it does not.
    private let declarations: Node?

    init(flags: [ConfigurationKey: ConfigValue], environment: [String: String], file: String) async throws {
        try Self.checkNames(environment: environment)
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: Self.values(flags)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "homeblocks"),
        ]
        var declarations: Node?
        if FileManager.default.fileExists(atPath: file), let settings = try Self.settings(of: file) {
            declarations = settings["audience"]?["attributes"]
            providers.append(try await FileProvider<YAMLSnapshot>(filePath: FilePath(file)))
        }
        self.declarations = declarations?.scalar == nil ? declarations : nil
        let defaults = ConfigurationKey.allCases.map { ($0, $0.defaultValue) }
        providers.append(InMemoryProvider(values: Self.values(Dictionary(uniqueKeysWithValues: defaults))))
        reader = ConfigReader(providers: providers)
    }

    private static func text(of file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file), let text = String(bytes: data, encoding: .utf8)
        else { throw ProgramError("The configuration file \(file) cannot be read as UTF-8 text.") }
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
        guard let text = try optionalText(key) else {
            throw ProgramError("The setting \(key.rawValue) must not be empty.")
        }
        return text
    }

    /// A string without surrounding whitespace; nil if it is empty.
    func optionalText(_ key: ConfigurationKey) throws -> String? {
        let text = GivenText.trimmed(try value(key, "a string") { try reader.requiredString(forKey: $0) })
        guard !GivenText.isQuoted(text) else { throw Self.problem(key, "given without quotes around it") }
        return text.isEmpty ? nil : text
    }

    /// The schemes that URLs in content may have.
    func schemes() throws -> AddressSchemes {
        func names(_ key: ConfigurationKey) throws -> [String] {
            try optionalText(key)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        }
        let expected = "names of schemes separated by commas, such as http,https"
        let web = try names(.addressesWebSchemes)
        guard AddressSchemes(web: web, app: []) != nil else { throw Self.problem(.addressesWebSchemes, expected) }
        guard let schemes = AddressSchemes(web: web, app: try names(.addressesAppSchemes)) else {
            throw Self.problem(.addressesAppSchemes, expected)
        }
        return schemes
    }

    /// The attributes that audiences may name: a string such as `city=beijing,shanghai;member=none,vip`, or a YAML
    /// mapping with lists.
    func attributes() throws -> AudienceAttributes {
        // The file provider can only read YAML scalars here.
        let text = declarations == nil ? try optionalText(.audienceAttributes) : try? optionalText(.audienceAttributes)
        let pairs = text.map(Self.attributes(text:)) ?? declarations.map(Self.attributes(yaml:)) ?? []
        guard let attributes = pairs.flatMap(AudienceAttributes.init) else {
            throw Self.problem(.audienceAttributes, AudienceAttributes.rule)
        }
        return attributes
    }

    private static func attributes(text: String) -> [AudienceAttributes.Attribute]? {
        let parts = text.split(separator: ";").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        guard parts.allSatisfy({ $0.count == 2 }) else { return nil }
        return parts.map { part in
            let values = part[1].split(separator: ",", omittingEmptySubsequences: false)
            return .init(part[0].trimmingSpaces, values.map(\.trimmingSpaces))
        }
    }

    /// - Returns: nil if it is not a mapping with lists of strings.
    private static func attributes(yaml: Node) -> [AudienceAttributes.Attribute]? {
        guard let mapping = yaml.mapping else { return nil }
        var attributes: [AudienceAttributes.Attribute] = []
        for (name, values) in mapping {
            guard let name = name.scalar?.string, let values = values.sequence?.map({ $0.scalar?.string }),
                !values.contains(nil)
            else { return nil }
            attributes.append(.init(name, values.compactMap(\.self)))
        }
        return attributes
    }

    /// The URL of a server, without a trailing slash; nil if it is not set.
    func url(_ key: ConfigurationKey) throws -> String? {
        guard var text = try optionalText(key) else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), !(url.host() ?? "").isEmpty,
            url.query() == nil, url.fragment() == nil, url.user() == nil
        else {
            throw Self.problem(key, "an http or https URL such as https://pages.example.com")
        }
        return text
    }

    /// The URL of an app, which may have any scheme; nil if it is not set.
    func appURL(_ key: ConfigurationKey) throws -> String? {
        guard let text = try optionalText(key) else { return nil }
        guard let url = URL(string: text), url.scheme != nil, url.fragment() == nil, text.utf8.count <= 1000 else {
            throw Self.problem(key, "a URL that opens the app, without a fragment, such as myapp://home")
        }
        return text
    }

    /// The name of a time zone; nil if it is not set.
    func timeZone(_ key: ConfigurationKey) throws -> String? {
        guard let name = try optionalText(key) else { return nil }
        guard TimeZone.knownTimeZoneIdentifiers.contains(name) else {
            throw Self.problem(key, "the name of a time zone such as Asia/Shanghai")
        }
        return name
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

    static func problem(_ key: ConfigurationKey, _ expected: String) -> ProgramError {
        ProgramError("The setting \(key.rawValue) (\(key.environmentName)) must be \(expected).")
    }

    // MARK: Names

    private static func checkNames(environment: [String: String]) throws {
        let known = Set(ConfigurationKey.allCases.map(\.environmentName)).union(ConfigurationKey.otherVariables)
        if let name = environment.keys.sorted().first(where: { $0.hasPrefix("HOMEBLOCKS_") && !known.contains($0) }) {
            throw ProgramError("Unknown environment variable \(name). \(remedy(name, known, "variables"))")
        }
    }

    /// The settings in a file; nil if there are none.
    ///
    /// - Throws: ``ProgramError`` if one of them is unknown.
    private static func settings(of file: String) throws -> Node? {
        let node: Node?
        do {
            node = try Yams.compose(yaml: try text(of: file))
        } catch let error as ProgramError {
            throw error
        } catch {
            throw ProgramError("The configuration file \(file) is not valid YAML: \(error)")
        }
        guard let node, node != Node("") else { return nil }
        let known = Set(ConfigurationKey.allCases.map(\.rawValue))
        for name in try names(node, below: "", file: file) where !known.contains(name) {
            throw ProgramError("Unknown setting \(name) in \(file). \(remedy(name, known, "settings"))")
        }
        return node
    }

    private static func names(_ node: Node, below parent: String, file: String) throws -> [String] {
        guard let mapping = node.mapping else {
            if parent.isEmpty {
                throw ProgramError("The configuration file \(file) must be a mapping of setting names to values.")
            }
            return [parent]
        }
        return try mapping.flatMap { key, value in
            let name = parent.isEmpty ? key.string ?? "?" : "\(parent).\(key.string ?? "?")"
            // The operator chooses the names below it.
            return name == ConfigurationKey.audienceAttributes.rawValue
                ? [name] : try names(value, below: name, file: file)
        }
    }

    /// Returns a suggestion of the intended name, or a list of all names.
    private static func remedy(_ name: String, _ known: Set<String>, _ kind: String) -> String {
        Suggestion.sentence(for: name, among: known, after: name.hasPrefix("HOMEBLOCKS_") ? "HOMEBLOCKS_" : "")
            ?? "Known \(kind): \(known.sorted().joined(separator: ", "))."
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { trimmingCharacters(in: .whitespaces) }
}
