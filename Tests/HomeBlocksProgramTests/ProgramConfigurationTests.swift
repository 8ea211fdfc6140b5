import Configuration
import Foundation
import HomeBlocksServer
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksProgram

@Suite(.timeLimit(.minutes(1))) struct ProgramConfigurationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func load(
        yaml: String? = nil, environment: [String: String] = [:], flags: [ConfigurationKey: ConfigValue] = [:]
    ) async throws -> ProgramConfiguration {
        let path = folder.path("homeblocks.yaml")
        try (yaml ?? "").write(toFile: path, atomically: true, encoding: .utf8)
        return try await ProgramConfiguration.load(flags: flags, file: path, environment: environment)
    }

    @Test func everySetting_isDocumented_withItsVariableAndDefault() throws {
        let file = Project.folder.appending(path: "docs/operations.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        for key in ConfigurationKey.allCases {
            let value =
                switch key.defaultValue.content {
                case .string(let text): text
                case .int(let number): String(number)
                case .bool(let flag): String(flag)
                default: "?"
                }
            let shown = value.isEmpty ? "none" : "`\(value)`"
            let row = "| `\(key.rawValue)` | `\(key.environmentName)` | \(shown)"
            #expect(text.contains(row), "\(row)")
        }
    }

    @Test func withoutSettings_theDefaultsHold() async throws {
        let configuration = try await load(yaml: "# nothing")
        #expect(configuration.server.host == "127.0.0.1")
        #expect(configuration.server.port == 8080)
        #expect(configuration.server.defaultPage == "music")
        #expect(configuration.database.description == "homeblocks.sqlite")
        #expect(configuration.server.adminTokenHash == nil)
    }

    @Test func theShippedFile_hasOnlyDefaults() async throws {
        let shipped = Project.folder.appending(path: "config/homeblocks.yaml").path(percentEncoded: false)
        let configuration = try await ProgramConfiguration.load(file: shipped, environment: [:])
        let defaults = try await load()
        #expect(String(describing: configuration.server) == String(describing: defaults.server))
        #expect(configuration.database.description == defaults.database.description)
        #expect(configuration.logLevel == defaults.logLevel)
        #expect(configuration.logFormat == defaults.logFormat)
        let text = try String(contentsOfFile: shipped, encoding: .utf8)
        for key in ConfigurationKey.allCases {
            let name = try #require(key.rawValue.split(separator: ".").last)
            #expect(text.contains("\(name):"), "\(key.rawValue) is not in the file")
        }
    }

    @Test func attributes_areReadFromTheFile_orAsAText() async throws {
        let yaml = "audience:\n  attributes: {member: [none, vip], city: [beijing, shanghai]}"
        let expected: [AudienceAttributes.Attribute] = [
            .init("city", ["beijing", "shanghai"]), .init("member", ["none", "vip"]),
        ]
        #expect(try await load(yaml: yaml).attributes.all == expected)
        let text = ["HOMEBLOCKS_AUDIENCE_ATTRIBUTES": "city=rome; member=none,vip"]
        #expect(try await load(yaml: yaml, environment: text).attributes.all.first?.values == ["rome"])
        #expect(try await load(yaml: "audience:\n  attributes: 'city=a,b'").attributes.all.map(\.name) == ["city"])
        for wrong in ["[a]", "{a: b}", "{a: []}", "{a b: [c]}", "{a: [b c]}", "{a: [b, b]}", "'a'", "'a=b=c'"] {
            let error = await #expect(throws: ProgramError.self, "\(wrong)") {
                try await load(yaml: "audience:\n  attributes: \(wrong)")
            }
            #expect(
                error?.description.contains("audience.attributes (HOMEBLOCKS_AUDIENCE_ATTRIBUTES) must be at most 8")
                    == true)
        }
    }

    @Test func caches_areReadFromTheirSettings() async throws {
        let yaml = "caches:\n  tagHeader: Cache-Tag\n  purge: http://a:6081/, https://b.example/x\n  maxAge: 60"
        let token = "0123456789abcdef"
        let caches = try await load(yaml: yaml, environment: ["HOMEBLOCKS_CACHES_PURGE_TOKEN": token]).server.caches
        #expect(caches.tagHeader == .cacheTag && caches.maxAge == 60 && caches.purgeToken == token)
        #expect(caches.purge == ["http://a:6081/", "https://b.example/x"])
    }

    @Test(arguments: [
        ("caches: {tagHeader: X-Tags}", "caches.tagHeader"), ("caches: {purge: \"ftp://a/\"}", "caches.purge"),
        ("caches: {purge: \"http://user@a/\"}", "caches.purge"), ("caches: {purge: \"http://a/\"}", "caches.tagHeader"),
        ("caches: {maxAge: 60}", "caches.purge"), ("caches: {tagHeader: xkey, maxAge: -1}", "caches.maxAge"),
        ("caches: {purgeToken: short}", "caches.purgeToken"),
        ("caches: {purgeToken: \"0123456789abcdef 0123\"}", "caches.purgeToken"),
    ])
    func settingsOfCaches_thatCannotBe_stopTheStart(_ yaml: String, _ name: String) async throws {
        let error = await #expect(throws: ProgramError.self) { try await load(yaml: yaml) }
        #expect(error?.description.contains(name) == true)
        #expect(error?.description.contains("0123456789abcdef") == false)
    }

    @Test func flagsBeatEnvironment_whichBeatsTheFile() async throws {
        let yaml = "port: 1\nhost: a\npage: file"
        let environment = ["HOMEBLOCKS_PORT": "2", "HOMEBLOCKS_HOST": "b"]
        let configuration = try await load(yaml: yaml, environment: environment, flags: [.port: 3])
        #expect(configuration.server.port == 3)
        #expect(configuration.server.host == "b")
        #expect(configuration.server.defaultPage == "file")
    }

    @Test func nestedKeys_canBeSetByTheirVariables() async throws {
        let environment = [
            "HOMEBLOCKS_WRITES_REQUIRE_IF_MATCH": "true", "HOMEBLOCKS_HTTP_MAX_CONNECTIONS": "7",
            "HOMEBLOCKS_CACHE_STALE_WHILE_REVALIDATE": "8", "HOMEBLOCKS_PAGING_LIMIT": "9",
            "HOMEBLOCKS_LOG_FORMAT": "json",
        ]
        let configuration = try await load(environment: environment)
        #expect(configuration.server.requiresIfMatch)
        #expect(configuration.server.limits.connections == 7)
        #expect(configuration.server.cacheControl.staleWhileRevalidate == 8)
        #expect(configuration.server.pageLimit == 9)
        #expect(configuration.logFormat == .json)
    }

    @Test func emptyVariables_areMissingSecretsAndFiles_butValuesOfSettings() async throws {
        let environment = [
            "HOMEBLOCKS_ADMIN_TOKEN": "", "HOMEBLOCKS_CONFIG": "", "HOMEBLOCKS_CORS_ALLOWED_ORIGINS": "",
        ]
        let configuration = try await load(environment: environment)
        #expect(!configuration.hasAdminToken)
        #expect(configuration.server.adminTokenHash == nil)
        #expect(configuration.server.crossOrigin == CrossOriginPolicy.none)
        #expect(try await load().server.crossOrigin == .all)
    }

    @Test(
        arguments: [
            ("0.0.0.0", "http://localhost:80"), ("::", "http://localhost:80"), ("::1", "http://[::1]:80"),
            ("192.0.2.7", "http://192.0.2.7:80"), ("pages.example", "http://pages.example:80"),
        ])
    func theBanner_namesAnAddressThatCanBeOpened(_ host: String, _ address: String) {
        var settings = ServerSettings()
        settings.host = host
        #expect(StartBanner.address(settings, port: 80) == address)
    }

    @Test(
        arguments: [
            ("port: many", [:], "port"), ("port: 70000", [:], "port"), ("port: 1.5", [:], "port"),
            ("writes:\n  requireIfMatch: perhaps", [:], "writes.requireIfMatch"), ("prot: 1", [:], "prot"),
            ("http:\n  idle: 1", [:], "http.idle"), ("log:\n  level: loud", [:], "log.level"),
            ("- a", [:], "a mapping of setting names"),
            ("page: A B", [:], "page"), ("host: ''", [:], "host"), ("a: [", [:], "not valid YAML"),
            ("", ["HOMEBLOCKS_PORT": "x"], "HOMEBLOCKS_PORT"), ("", ["HOMEBLOCKS_PROT": "1"], "HOMEBLOCKS_PROT"),
            ("port: 1", ["HOMEBLOCKS_PORT": ""], "port"),
            ("", ["HOMEBLOCKS_ADMIN_TOKEN": "short"], "HOMEBLOCKS_ADMIN_TOKEN"),
        ] as [(String, [String: String], String)])
    func aValueThatDoesNotFit_stopsTheStart_withItsName(
        _ yaml: String, _ environment: [String: String], _ name: String
    ) async throws {
        do {
            _ = try await load(yaml: yaml, environment: environment)
            Issue.record("taken: \(yaml) \(environment)")
        } catch {
            #expect(String(describing: error).contains(name), "\(error)")
        }
    }

    @Test func aFileThatIsNamedButMissing_stopsTheStart() async {
        await #expect(throws: ProgramError.self) {
            try await ProgramConfiguration.load(file: "/nowhere/homeblocks.yaml", environment: [:])
        }
    }

    /// Commands that print a secret end it with a line break, and files with variables may have spaces.
    @Test(arguments: ["\n", "\r\n", " ", "\t\n\n", "\u{FEFF}"])
    func spaceAroundASecret_isTrimmed(_ space: String) async throws {
        let secret = String(repeating: "s", count: 32)
        let address = "postgresql://user:password@db.example/pages"
        for text in [secret + space, space + secret, space + secret + space] {
            let configuration = try await load(
                environment: [
                    "HOMEBLOCKS_ADMIN_TOKEN": text, "HOMEBLOCKS_CACHES_PURGE_TOKEN": text,
                    "HOMEBLOCKS_DATABASE": space + address + space,
                    "HOMEBLOCKS_FEEDS_PROXY": "http://user:secret@proxy.example:3128" + space,
                ])
            #expect(configuration.server.adminTokenHash == AccessToken.hash(secret))
            #expect(configuration.server.caches.purgeToken == secret)
            #expect(configuration.database.description == "postgresql://user@db.example/pages")
            #expect(configuration.feeds.proxy == "http://user:secret@proxy.example:3128")
        }
    }

    @Test(
        arguments: [
            "HOMEBLOCKS_ADMIN_TOKEN", "HOMEBLOCKS_CACHES_PURGE_TOKEN", "HOMEBLOCKS_DATABASE", "HOMEBLOCKS_FEEDS_PROXY",
            "HOMEBLOCKS_FEEDS_SECRETS", "HOMEBLOCKS_TLS_KEY", "HOMEBLOCKS_SERVER_PUBLIC_URL",
        ], ["\"\"", "''", "``", "\u{201C}\u{201D}"])
    func aSecretInQuotes_stopsTheStart_withItsName(_ name: String, _ quotes: String) async throws {
        let secret = String(repeating: "s", count: 32)
        let text = quotes.prefix(1) + secret + quotes.suffix(1) + "\n"
        let error = await #expect(throws: ProgramError.self) { try await load(environment: [name: String(text)]) }
        #expect(error?.description.contains(name) == true && error?.description.contains("quotes") == true)
        #expect(error?.description.contains(secret) == false)
    }

    @Test(arguments: ["\n", "\u{0}", "\u{7F}"])
    func aTokenThatNoRequestCanHave_stopsTheStart(_ control: String) async throws {
        let half = String(repeating: "s", count: 32)
        let error = await #expect(throws: ProgramError.self) {
            try await load(environment: ["HOMEBLOCKS_ADMIN_TOKEN": half + control + half])
        }
        #expect(error?.description.contains("HOMEBLOCKS_ADMIN_TOKEN") == true)
        #expect(error?.description.contains(half) == false)
    }

    @Test(arguments: [
        ("secret-key\n", true), (" secret key \r\n", true), ("Token token=\"abc\"", true), ("\"", true), ("\n", false),
        ("\"secret\"\n", false), ("'secret'", false), ("a\nb", false),
    ])
    func aSecretOfAFeed_isOneLineOfItsFile_withoutQuotes(_ content: String, _ isGood: Bool) async throws {
        let file = folder.path("secret")
        try content.write(toFile: file, atomically: true, encoding: .utf8)
        let environment = ["HOMEBLOCKS_FEEDS_SECRETS": "key=file:\(file)"]
        guard !isGood else {
            #expect(try await load(environment: environment).server.feeds.secretNames == ["key"])
            return
        }
        let error = await #expect(throws: ProgramError.self) { try await load(environment: environment) }
        #expect(error?.description.contains("HOMEBLOCKS_FEEDS_SECRETS") == true)
        #expect(error?.description.contains("secret\"\n") == false)
    }

    @Test func adminToken_isKeptAsItsHashOnly() async throws {
        let secret = String(repeating: "s", count: 32)
        let configuration = try await load(environment: ["HOMEBLOCKS_ADMIN_TOKEN": secret])
        #expect(configuration.server.adminTokenHash != nil)
        #expect(!String(describing: configuration).contains(secret))
    }
}
