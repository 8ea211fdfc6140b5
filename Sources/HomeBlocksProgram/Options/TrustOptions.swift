import ArgumentParser
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The certificate authorities that a command trusts when it connects to a server over TLS.
struct TrustOptions: ParsableArguments {
    @Option(
        help: """
            A PEM file with the certificates that are trusted instead of those of the system. [HOMEBLOCKS_CA_FILE]
            """)
    var caFile: String?

    /// Returns a session that trusts these authorities.
    ///
    /// - Throws: ``ProgramError`` if the file cannot be read or has no certificate.
    func session() throws -> URLSession {
        let (name, path) =
            caFile.map { ("--ca-file", $0) }
            ?? ("HOMEBLOCKS_CA_FILE", ProcessInfo.processInfo.environment.value(of: "HOMEBLOCKS_CA_FILE") ?? "")
        guard caFile != nil || !path.isEmpty else { return .shared }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ProgramError("\(name): the file \(path) cannot be read.")
        }
        guard String(decoding: bytes, as: UTF8.self).contains("CERTIFICATE-----") else {
            throw ProgramError("\(name): the file \(path) has no certificate in PEM form.")
        }
        return CAFileProtocol.session(trusting: path)
    }
}
