import Foundation
import NIOCore
public import Publishing
import Synchronization

/// The server's TLS settings. The certificate can be replaced while the server runs.
public final class TransportSecurity: Sendable {
    private let certificateFile: String
    private let keyFile: String
    /// The value of `Strict-Transport-Security`; nil to omit it.
    let strictTransport: String?
    private let state: Mutex<State>

    private struct State {
        var context: TLSContext
        let expiry: Instant
        var ticketKeysExpire: NIODeadline
    }

    /// - Parameters:
    ///   - certificate: a PEM file with the certificate chain.
    ///   - key: a PEM file with the private key.
    ///   - strictSeconds: how many seconds browsers use only TLS; 0 to omit `Strict-Transport-Security`.
    /// - Throws: ``CertificateProblem``.
    public init(certificate: String, key: String, strictSeconds: Int) throws(CertificateProblem) {
        certificateFile = certificate
        keyFile = key
        strictTransport = strictSeconds > 0 ? "max-age=\(strictSeconds)" : nil
        state = Mutex(try Self.load(certificate, key))
    }

    /// Reloads the files for new connections. If they cannot be used, nothing changes.
    public func reload() throws(CertificateProblem) {
        let loaded = try Self.load(certificateFile, keyFile)
        state.withLock { $0 = loaded }
    }

    /// When the certificate expires.
    public var expiry: Instant { state.withLock { $0.expiry } }

    /// How long session ticket keys are used. A client with an older ticket makes a full handshake.
    private static let ticketKeyTime = TimeAmount.hours(12)

    /// Returns the context for a new connection.
    func context(at now: NIODeadline = .now()) -> TLSContext {
        state.withLock { state in
            if state.ticketKeysExpire <= now, let renewed = try? state.context.renewed() {
                state.context = renewed
                state.ticketKeysExpire = now + Self.ticketKeyTime
            }
            return state.context
        }
    }

    /// Explains a missing permission: key files are often readable only by root, while the program runs as another
    /// user.
    private static func checkAccess(_ file: String) throws(CertificateProblem) {
        guard access(file, R_OK) != 0 else { return }
        guard errno != ENOENT else { throw CertificateProblem("\(file) does not exist.") }
        throw CertificateProblem(
            "\(file) is not readable by user \(geteuid()), who runs this program (\(String(cString: strerror(errno))))."
                + " Grant access with chgrp \(getegid()) and chmod 0640, and let that group enter the parent folders.")
    }

    private static func load(_ certificateFile: String, _ keyFile: String) throws(CertificateProblem) -> State {
        for file in [certificateFile, keyFile] { try checkAccess(file) }
        let context = try TLSContext.server(certificateFile: certificateFile, keyFile: keyFile)
        return State(context: context, expiry: context.expiry, ticketKeysExpire: .now() + ticketKeyTime)
    }
}

/// The reason why a certificate cannot be used.
public struct CertificateProblem: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
