import ArgumentParser

/// What every command takes that only a server can carry out.
struct RemoteOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { guard server.address != nil else { throw Self.noServer } }

    func connection() throws -> ServerConnection {
        guard let connection = try server.connection() else { throw Self.noServer }
        return connection
    }

    private static var noServer: ValidationError {
        ValidationError("This needs a server: give --server or HOMEBLOCKS_SERVER.")
    }
}
