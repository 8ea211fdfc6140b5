import ArgumentParser
import Configuration

/// The address and port at which the server listens.
struct ListenOptions: ParsableArguments {
    @Option(help: "The address to listen at. [127.0.0.1]")
    var host: String?

    @Option(help: "The port to listen at; 0 picks a free one. [8080]")
    var port: Int?

    /// The settings from the command line.
    var settings: [ConfigurationKey: ConfigValue] {
        var settings: [ConfigurationKey: ConfigValue] = [:]
        if let host { settings[.host] = ConfigValue(.string(host), isSecret: false) }
        if let port { settings[.port] = ConfigValue(.int(port), isSecret: false) }
        return settings
    }
}
