// swift-tools-version: 6.2
import PackageDescription

// A warning is an error where the SDK is developed (the server's script/build says so), but not in an app: Xcode and
// SwiftPM's Swift Build engine suppress the warnings of dependencies, and the compiler refuses both options at once.
let treatsWarningsAsErrors = Context.environment["HOMEBLOCKS_STRICT"] != nil

// One set of strict settings for every target.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (treatsWarningsAsErrors ? [.treatAllWarnings(as: .error)] : [])

// The server's script/fuzz builds what it fuzzes so that libFuzzer sees which code an input reaches.
let isFuzzing = Context.environment["HOMEBLOCKS_FUZZING"] != nil
let fuzzed: [SwiftSetting] =
    isFuzzing ? strict + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : strict

// The server's script/build optimizes what its program reads layouts and pages with, so that tests start it quickly.
let optimizesDebug = Context.environment["OPTIMIZE_DEBUG"] != nil
let json: [SwiftSetting] = optimizesDebug ? fuzzed + [.unsafeFlags(["-O"], .when(configuration: .debug))] : fuzzed

// Apps download what stands here: it has no dependencies, and must have none.
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

        // For the tests of apps; no app is shipped with it.
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
