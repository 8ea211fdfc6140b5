import Foundation
import NIOCore
import NIOSSL
public import Publishing
import Synchronization

/// The TLS of the server. Its certificate can be replaced while the server runs.
public final class TransportSecurity: Sendable {
    private let certificateFile: String
    private let keyFile: String
    /// The value of `Strict-Transport-Security`; nil if it is not sent.
    let strictTransport: String?
    private let state: Mutex<State>

    private struct State {
        let context: NIOSSLContext
        let expiry: Instant
    }

    /// - Parameters:
    ///   - certificate: a PEM file with the certificate chain.
    ///   - key: a PEM file with the private key.
    ///   - strictSeconds: for how many seconds browsers use TLS only; 0 leaves `Strict-Transport-Security` out.
    /// - Throws: ``CertificateProblem``.
    public init(certificate: String, key: String, strictSeconds: Int) throws(CertificateProblem) {
        certificateFile = certificate
        keyFile = key
        strictTransport = strictSeconds > 0 ? "max-age=\(strictSeconds)" : nil
        state = Mutex(try Self.load(certificate, key))
    }

    /// Reads the files again, for new connections. If they cannot be used, nothing changes.
    public func reload() throws(CertificateProblem) {
        let loaded = try Self.load(certificateFile, keyFile)
        state.withLock { $0 = loaded }
    }

    /// When the certificate expires.
    public var expiry: Instant { state.withLock { $0.expiry } }

    var context: NIOSSLContext { state.withLock { $0.context } }

    /// The cipher suites of TLS 1.2: forward secrecy and authenticated encryption only, as HTTP/2 requires (RFC 9113,
    /// 9.2.2). TLS 1.3 has no others.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Files of keys are often readable by root alone, and the program runs as another user.
    private static func checkAccess(_ file: String) throws(CertificateProblem) {
        guard access(file, R_OK) != 0 else { return }
        guard errno != ENOENT else { throw CertificateProblem("\(file) does not exist.") }
        throw CertificateProblem(
            "\(file) may not be read by user \(geteuid()), who runs this program (\(String(cString: strerror(errno)))). "
                + "Give that user the right: chgrp \(getegid()) and chmod 0640, also for the folders above it.")
    }

    private static func load(_ certificateFile: String, _ keyFile: String) throws(CertificateProblem) -> State {
        for file in [certificateFile, keyFile] { try checkAccess(file) }
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificateFile), let certificate = chain.first else {
            throw CertificateProblem("\(certificateFile) cannot be read as a certificate in PEM form.")
        }
        guard let key = try? NIOSSLPrivateKey(file: keyFile, format: .pem) else {
            throw CertificateProblem("\(keyFile) cannot be read as a private key in PEM form, without a password.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        configuration.shutdownTimeout = .seconds(2)
        configuration.applicationProtocols = ["h2", "http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw CertificateProblem("The key in \(keyFile) is not that of the certificate in \(certificateFile).")
        }
        return State(context: context, expiry: Instant(milliseconds: Int64(certificate.notValidAfter) * 1000))
    }
}

/// Why a certificate cannot be used.
public struct CertificateProblem: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
