// swift-tools-version: 6.2
import PackageDescription

// One set of strict settings for every target of ours.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

// script/fuzz builds what it tries so that the fuzzer sees which code an input reaches, and with what only tests may see.
let isFuzzing = Context.environment["HOMEBLOCKS_FUZZING"] != nil
let tried: [SwiftSetting] =
    isFuzzing ? strict + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : strict

// lld links three times as fast as the default linker. Exported symbols, which no other code uses, would take memory.
let linked: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux]))
]

// Debug builds of the program link Swift's libraries statically, as release builds do: the tests run the program thousands
// of times, and loading shared libraries was a tenth of each start. The linker does not find parts of Foundation by itself.
let staticLibraries: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
            "-l_CFURLSessionInterface",
        ], .when(platforms: [.linux], configuration: .debug))
]

let homeBlocks = Target.Dependency.product(name: "HomeBlocks", package: "SDK")
let homeBlocksClient = Target.Dependency.product(name: "HomeBlocksClient", package: "SDK")
let homeBlocksTesting = Target.Dependency.product(name: "HomeBlocksTesting", package: "SDK")

let package = Package(
    name: "homeblocks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "homeblocks", targets: ["Main"])
    ],
    dependencies: [
        // MARK: the client libraries, which apps get as a package of its own
        .package(path: "SDK"),
        // MARK: server
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(
            url: "https://github.com/apple/swift-configuration", .upToNextMinor(from: "1.4.0"),
            traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
        .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
        // MARK: tests
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", .upToNextMinor(from: "1.7.3")),
    ],
    targets: [
        // MARK: - server
        .target(
            name: "Publishing",
            dependencies: [homeBlocks, "CLibCrypto"], exclude: ["Languages/LICENSE.txt"], swiftSettings: tried),
        .target(
            name: "Migrations", path: "migrations/sqlite",
            resources: [
                .embedInCode("0001_pages.sql"), .embedInCode("0002_publishing.sql"),
                .embedInCode("0003_sessions.sql"), .embedInCode("0004_conflicts.sql"),
                .embedInCode("0005_audiences.sql"), .embedInCode("0006_feeds.sql"),
                .embedInCode("0007_pictures.sql"), .embedInCode("0008_editing.sql"),
                .embedInCode("0009_entries.sql"), .embedInCode("0010_subtrees.sql"),
                .embedInCode("0011_order_rule.sql"), .embedInCode("0012_search_texts.sql"),
                .embedInCode("0013_release_times.sql"), .embedInCode("0014_preview_links.sql"),
                .embedInCode("0015_rights.sql"), .embedInCode("0016_reviews.sql"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(name: "COpenAPI", path: "openapi", exclude: ["openapi.json"]),
        .target(name: "SQLStore", dependencies: ["Publishing", homeBlocks], swiftSettings: strict),
        .target(
            name: "SQLiteStore",
            dependencies: [
                "SQLStore", "Publishing", "Migrations", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "PostgreSQLMigrations", path: "migrations/postgresql",
            resources: [
                .embedInCode("0001_pages.sql"), .embedInCode("0002_nodes.sql"), .embedInCode("0003_audiences.sql"),
                .embedInCode("0004_feeds.sql"), .embedInCode("0005_pictures.sql"), .embedInCode("0006_editing.sql"),
                .embedInCode("0007_subtrees.sql"), .embedInCode("0008_search_texts.sql"),
                .embedInCode("0009_release_times.sql"), .embedInCode("0010_preview_links.sql"),
                .embedInCode("0011_rights.sql"), .embedInCode("0012_reviews.sql"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // Needs the package libpq-dev, or libpq of Homebrew.
        .target(name: "CLibPQ"),
        .target(
            name: "PostgreSQLStore",
            dependencies: ["SQLStore", "Publishing", "PostgreSQLMigrations", "CLibPQ"], swiftSettings: strict),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        // OpenSSL, which libcurl and libpq need too.
        .systemLibrary(
            name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CLibSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // Functions of glibc that Swift's module Glibc lacks.
        .systemLibrary(name: "CGlibc"),
        // Foundation's client needs it too.
        .systemLibrary(
            name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        // libcurl needs it too.
        .systemLibrary(
            name: "CLibNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .target(name: "OutgoingHTTP", dependencies: ["CLibCurl"], swiftSettings: strict),
        .target(
            name: "Feeds", dependencies: ["Publishing", "OutgoingHTTP", homeBlocks], swiftSettings: strict),
        .target(
            name: "HomeBlocksServer",
            dependencies: [
                "Publishing", homeBlocks, "OutgoingHTTP", "COpenAPI", "CZlib", "CBrotli", "CLibNGHTTP2", "CLibSSL",
                "CQREncode", "CGlibc",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Main", dependencies: ["HomeBlocksProgram"], swiftSettings: strict, linkerSettings: staticLibraries),
        .target(
            name: "HomeBlocksProgram",
            dependencies: [
                "HomeBlocksServer", "SQLiteStore", "PostgreSQLStore", "Publishing", "Feeds", "OutgoingHTTP", "CGlibc",
                homeBlocks, homeBlocksClient,
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict, linkerSettings: linked),

        // MARK: - benchmarks
        .executableTarget(
            name: "sdk-benchmark", dependencies: [homeBlocks], path: "Benchmarks/SDK", swiftSettings: strict,
            linkerSettings: linked),
        .executableTarget(
            name: "store-benchmark", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            path: "Benchmarks/Store", swiftSettings: strict, linkerSettings: linked),

        // MARK: - tests of the SDK, which is a package of its own: built here, they do not compile it a second time
        .target(
            name: "SDKTestSupport", dependencies: [homeBlocks], path: "SDK/Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "HomeBlocksTests", dependencies: [homeBlocks, "SDKTestSupport"], path: "SDK/Tests/HomeBlocksTests",
            swiftSettings: strict),
        .testTarget(
            name: "HomeBlocksClientTests",
            dependencies: [homeBlocksClient, homeBlocks, homeBlocksTesting, "SDKTestSupport"],
            path: "SDK/Tests/HomeBlocksClientTests", swiftSettings: strict),

        // MARK: - tests
        .target(
            name: "TestSupport",
            dependencies: [
                "HomeBlocksProgram", "HomeBlocksServer", "SQLiteStore", "PostgreSQLStore", "Publishing", homeBlocks,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "FuzzTargets", dependencies: ["Publishing", homeBlocks], path: "Tests/Fuzz/Targets",
            swiftSettings: tried),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "Publishing", homeBlocks, "TestSupport", .product(name: "CustomDump", package: "swift-custom-dump"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SQLStoreTests",
            dependencies: [
                "SQLStore", "SQLiteStore", "PostgreSQLStore", "Publishing", homeBlocks, "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "SQLiteStore", "SQLStore", "Migrations", "Publishing", homeBlocks, "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "PostgreSQLStoreTests",
            dependencies: [
                "PostgreSQLStore", "PostgreSQLMigrations", "SQLStore", "Publishing", homeBlocks, "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HomeBlocksServerTests",
            dependencies: [
                "HomeBlocksServer", "SQLiteStore", "Publishing", "OutgoingHTTP", homeBlocks, "TestSupport", "CGlibc",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HomeBlocksProgramTests",
            dependencies: [
                "HomeBlocksProgram", "HomeBlocksServer", "Publishing", "TestSupport",
                .product(name: "Configuration", package: "swift-configuration"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SDKTests",
            dependencies: [
                homeBlocks, homeBlocksClient, "HomeBlocksServer", "Feeds", "Publishing", "SQLiteStore",
                "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
    ]
)

// The fuzzer has a runtime of its own, which an ordinary build must not ask for.
if isFuzzing {
    package.targets.append(
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Fuzzer", swiftSettings: tried,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
