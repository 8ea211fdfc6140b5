import Configuration
import Feeds
import Foundation
import HomeBlocksServer
import Logging
import Publishing

/// The program's settings, read strictly: the program does not start with a value of the wrong type, and names its key.
struct ProgramConfiguration {
    let server: ServerSettings
    let database: DatabaseLocation
    /// The schemes that URLs in content may have.
    let schemes: AddressSchemes
    /// The folder of `block-types`, `pages` and `assets`.
    let folder: URL
    let feeds: FeedSettings
    let logLevel: Logger.Level
    let logFormat: LogFormat
    let hasAdminToken: Bool

    /// The attributes that audiences may name.
    var attributes: AudienceAttributes { server.attributes }

    /// - Parameters:
    ///   - flags: the settings of the command line. They override the environment, which overrides the file.
    ///   - file: the configuration file; nil for `config/homeblocks.yaml`, if that exists.
    static func load(
        flags: [ConfigurationKey: ConfigValue] = [:], file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> ProgramConfiguration {
        let named = file ?? environment.value(of: "HOMEBLOCKS_CONFIG")
        let path = named ?? "config/homeblocks.yaml"
        if named != nil, !FileManager.default.fileExists(atPath: path) {
            throw ProgramError("There is no configuration file \(path).")
        }
        let settings = try await SettingsReader(flags: flags, environment: environment, file: path)
        return try ProgramConfiguration(
            settings, folder: URL(filePath: path).deletingLastPathComponent(),
            adminToken: try environment.secret("HOMEBLOCKS_ADMIN_TOKEN"))
    }

    private init(_ settings: SettingsReader, folder: URL, adminToken: String?) throws {
        var server = ServerSettings()
        server.host = try settings.text(.host)
        server.port = try settings.int(.port, in: 0...65_535)
        server.defaultPage = try settings.text(.page)
        guard Identifier.isSlug(server.defaultPage) else {
            throw ProgramError("The setting page must be 1 to 64 lowercase letters, digits and hyphens.")
        }
        server.attributes = try settings.attributes()
        server.publicURL = try settings.url(.serverPublicURL)
        server.linksAppURL = try settings.appURL(.linksAppURL)
        server.pageLimit = try settings.int(.pagingLimit, in: 1...PageDocument.maximumBlocks)
        server.requiresIfMatch = try settings.flag(.writesRequireIfMatch)
        server.cacheControl.maxAge = try settings.int(.cacheMaxAge, in: 0...31_536_000)
        server.cacheControl.staleWhileRevalidate = try settings.int(.cacheStaleWhileRevalidate, in: 0...31_536_000)
        server.cacheControl.staleIfError = try settings.int(.cacheStaleIfError, in: 0...31_536_000)
        server.caches = try settings.caches()
        server.timeZone = try settings.timeZone(.consoleTimeZone)
        server.crossOrigin = try settings.crossOrigin()
        server.usesFastPath = try settings.flag(.httpFastPath)
        server.limits = try settings.limits()
        server.trustedProxies = try settings.trustedProxies()
        server.security = try settings.security()
        server.sessions.idleTimeout = try settings.int(.sessionIdleTimeout, in: 1...31_536_000)
        server.sessions.lifetime = try settings.int(.sessionLifetime, in: 1...31_536_000)
        server.retention = Retention(
            revisions: try settings.int(.retentionRevisions, in: 0...1_000_000_000),
            days: try settings.int(.retentionDays, in: 0...36_500))
        server.pictureBaseURL = try settings.url(.picturesBaseURL)
        server.pictures.maximumPictureBytes = try settings.int(.picturesMaximumPictureBytes, in: 1024...67_108_864)
        server.pictures.maximumBytes = try settings.int(.picturesMaximumBytes, in: 0...1_099_511_627_776)
        feeds = try settings.feeds()
        server.feeds = feeds.rules
        if let adminToken {
            guard adminToken.utf8.count >= 32 else {
                throw ProgramError("HOMEBLOCKS_ADMIN_TOKEN must have 32 characters or more.")
            }
            server.adminTokenHash = AccessToken.hash(adminToken)
        }
        self.server = server
        self.folder = folder
        hasAdminToken = adminToken != nil
        database = try DatabaseLocation(try settings.text(.database))
        schemes = try settings.schemes()
        logLevel = try settings.choice(.logLevel)
        logFormat = try settings.choice(.logFormat)
    }
}

/// Variables that are not settings of the server.
extension [String: String] {
    /// The value of a variable. An empty value counts as missing, because container tools pass missing values as empty
    /// ones.
    func value(of name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The secret in a variable, without surrounding whitespace.
    ///
    /// - Throws: ``ProgramError`` if it is in quotes or has control characters.
    func secret(_ name: String) throws(ProgramError) -> String? {
        guard let text = value(of: name) else { return nil }
        return try Self.secret(text, name)
    }

    /// - Parameter name: the name of the secret in messages.
    static func secret(_ text: String, _ name: String) throws(ProgramError) -> String {
        let text = GivenText.trimmed(text)
        guard !GivenText.isQuoted(text) else {
            throw ProgramError("\(name) is in quotes, which would be a part of it. Remove them.")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw ProgramError("\(name) must be one line without control characters.")
        }
        return text
    }
}
