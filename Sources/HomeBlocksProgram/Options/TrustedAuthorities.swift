import ArgumentParser
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The certificate authorities that a command trusts when it connects to a server over TLS.
enum TrustedAuthorities {
    static let help: ArgumentHelp = """
        A PEM file with the certificates that are trusted instead of those of the system. [HOMEBLOCKS_CA_FILE]
        """

    /// Returns a session that trusts the authorities of a file.
    ///
    /// - Parameter caFile: The file on the command line; nil for that of the environment.
    /// - Throws: ``ProgramError`` if the file cannot be read or has no certificate.
    static func session(caFile: String?) throws -> URLSession {
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
