import Foundation
import NIOCore
import NIOSSL
public import Publishing
import Synchronization

/// The certificate that makes connections secure. It can be exchanged for another one while connections go on.
public final class TransportSecurity: Sendable {
    private let certificateFile: String
    private let keyFile: String
    /// What `Strict-Transport-Security` says; nil if it is not sent.
    let strictTransport: String?
    private let state: Mutex<State>

    private struct State {
        let context: NIOSSLContext
        let expiry: Instant
    }

    /// - Parameters:
    ///   - certificate: a file with the certificate and those that lead from it to one that clients know, as PEM.
    ///   - key: a file with its private key, as PEM.
    ///   - strictSeconds: for how long browsers shall come back over TLS only; 0 if they are not told so.
    /// - Throws: ``CertificateProblem``.
    public init(certificate: String, key: String, strictSeconds: Int) throws(CertificateProblem) {
        certificateFile = certificate
        keyFile = key
        strictTransport = strictSeconds > 0 ? "max-age=\(strictSeconds)" : nil
        state = Mutex(try Self.load(certificate, key))
    }

    /// Reads the files again, for the connections to come. If they cannot be used, all stays as it is.
    public func reload() throws(CertificateProblem) {
        let loaded = try Self.load(certificateFile, keyFile)
        state.withLock { $0 = loaded }
    }

    /// When the certificate ends.
    public var expiry: Instant { state.withLock { $0.expiry } }

    var context: NIOSSLContext { state.withLock { $0.context } }

    /// What TLS 1.2 may use: forward secrecy and authenticated encryption only, as HTTP/2 wants it (RFC 9113, 9.2.2). TLS
    /// 1.3 has nothing else.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func load(_ certificateFile: String, _ keyFile: String) throws(CertificateProblem) -> State {
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
