import ArgumentParser
import HomeBlocks
import Publishing

/// The option of commands that change what apps get on a page whose changes have to be approved.
struct BypassOptions: ParsableArguments {
    @Option(help: "Why a change to a reviewed page bypasses the review. Only for administrators.")
    var bypass: String?

    func validate() throws {
        if let bypass, !Identifier.isTitle(bypass) {
            throw ValidationError("--bypass must be a reason of 1 to 200 characters.")
        }
    }
}

extension OperatorClient {
    /// The same client, whose changes bypass reviews if there is a reason.
    func bypassing(_ options: BypassOptions) -> OperatorClient {
        var client = self
        client.bypass = options.bypass
        return client
    }
}
