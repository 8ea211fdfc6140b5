import ArgumentParser
import Configuration
import Foundation
import HomeBlocks
import PostgreSQLStore
import Publishing
import SQLiteStore

/// The options of commands that work on the configuration and the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The configuration file. [config/homeblocks.yaml]")
    var config: String?

    @Option(help: "The database: a file, or postgresql://user@host/name. [homeblocks.sqlite]")
    var database: String?

    func load(_ flags: [ConfigurationKey: ConfigValue] = [:]) async throws -> ProgramConfiguration {
        var flags = flags
        if let database { flags[.database] = ConfigValue(.string(database), isSecret: false) }
        return try await ProgramConfiguration.load(flags: flags, file: config)
    }
}

/// The layouts, the pages and the database that a command works on.
struct CommandEnvironment {
    let configuration: ProgramConfiguration
    let catalog: BlockTypeCatalog
    let store: any PageDatabase

    /// Opens the database; an empty one gets the starter pages.
    ///
    /// - Parameter creates: whether a missing database is created.
    static func open(_ configuration: ProgramConfiguration, creates: Bool = false) async throws -> CommandEnvironment {
        if !creates { try requireDatabase(configuration) }
        let folder = ConfigurationFolder(url: configuration.folder)
        let catalog = try folder.catalog(configuration.schemes, configuration.attributes)
        let store = try configuration.database.open(catalog)
        if try await store.pages(for: .readAll).isEmpty { try await store.addStarterPages(try folder.starterPages()) }
        return CommandEnvironment(configuration: configuration, catalog: catalog, store: store)
    }

    static func requireDatabase(_ configuration: ProgramConfiguration) throws {
        switch configuration.database {
        case .server(let address): try PostgreSQLStore.requireDatabase(address)
        case .file(let path):
            if FileManager.default.fileExists(atPath: path) { return }
            throw ProgramError("There is no database \(path). Name it with --database, or create it with migrate.")
        }
    }
}
