import ArgumentParser
import Configuration

/// Where the configuration and the database are.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The configuration file. [config/homeblocks.yaml]")
    var config: String?

    @Option(help: "The database file. [homeblocks.sqlite]")
    var database: String?

    func load(_ flags: [ConfigurationKey: ConfigValue] = [:]) async throws -> ProgramConfiguration {
        var flags = flags
        if let database { flags[.database] = ConfigValue(.string(database), isSecret: false) }
        return try await ProgramConfiguration.load(flags: flags, file: config)
    }
}
