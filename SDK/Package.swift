// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors when the SDK itself is built (the server's script/build sets the variable), but not in an app:
// Xcode and SwiftPM's Swift Build engine suppress the warnings of dependencies, and the compiler rejects the
// combination of both options.
let treatsWarningsAsErrors = Context.environment["HOMEBLOCKS_STRICT"] != nil

// Strict settings for all targets.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (treatsWarningsAsErrors ? [.treatAllWarnings(as: .error)] : [])

// For the server's script/fuzz: instruments the fuzzed code, so that libFuzzer sees which code an input reaches.
let isFuzzing = Context.environment["HOMEBLOCKS_FUZZING"] != nil
let fuzzed: [SwiftSetting] =
    isFuzzing ? strict + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : strict

// For the server's script/build: optimizes the code that reads JSON, so that the server starts quickly in tests.
let optimizesDebug = Context.environment["OPTIMIZE_DEBUG"] != nil
let json: [SwiftSetting] = optimizesDebug ? fuzzed + [.unsafeFlags(["-O"], .when(configuration: .debug))] : fuzzed

// Apps download this package, so it must not have dependencies.
let package = Package(
    name: "HomeBlocks",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15)],
    products: [
        .library(name: "HomeBlocks", targets: ["HomeBlocks"]),
        .library(name: "HomeBlocksClient", targets: ["HomeBlocksClient"]),
        .library(name: "HomeBlocksTesting", targets: ["HomeBlocksTesting"]),
    ],
    targets: [
        .target(name: "HomeBlocks", swiftSettings: json),
        .target(name: "HomeBlocksClient", dependencies: ["HomeBlocks"], swiftSettings: strict),

        // For apps' tests; apps do not ship with it.
        .target(
            name: "HomeBlocksTesting", dependencies: ["HomeBlocksClient", "HomeBlocks"],
            resources: [.copy("Documents")], swiftSettings: strict),

        .target(name: "SDKTestSupport", dependencies: ["HomeBlocks"], path: "Tests/Support", swiftSettings: strict),
        .testTarget(name: "HomeBlocksTests", dependencies: ["HomeBlocks", "SDKTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "HomeBlocksClientTests",
            dependencies: ["HomeBlocksClient", "HomeBlocks", "HomeBlocksTesting", "SDKTestSupport"],
            swiftSettings: strict),
    ]
)
