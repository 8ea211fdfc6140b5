import CLibSSL
import Foundation
import Publishing

/// The settings shared by all TLS connections with a certificate: versions, cipher suites, protocols and session ticket
/// keys.
final class TLSContext: @unchecked Sendable {
    /// OpenSSL counts its references, so it lives as long as its connections.
    let pointer: OpaquePointer

    /// The cipher suites of TLS 1.2: forward secrecy and authenticated encryption only, as HTTP/2 requires (RFC 9113,
    /// 9.2.2). TLS 1.3 has no others. Clients without AES hardware get ChaCha20.
    private static let suites = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
        "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ]
    private static let suitesOfTLS13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"

    /// The groups for the key exchange: the first of these lists that this OpenSSL supports. Its defaults include
    /// finite-field groups, which cost a server much CPU and an attacker none.
    private static let groups = ["X25519MLKEM768:X25519:P-256:P-384", "X25519:P-256:P-384"]

    /// - Throws: ``CertificateProblem`` if OpenSSL cannot be set up.
    private init(_ method: OpaquePointer?) throws(CertificateProblem) {
        ERR_clear_error()
        guard let pointer = SSL_CTX_new(method),
            SSL_CTX_ctrl(pointer, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1
        else { throw CertificateProblem("OpenSSL: \(Self.lastReason)") }
        self.pointer = pointer
        // Reads a record at once instead of its header first.
        SSL_CTX_ctrl(pointer, SSL_CTRL_SET_READ_AHEAD, 1, nil)
        // Releases the buffers of idle connections.
        SSL_CTX_ctrl(pointer, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
    }

    deinit { SSL_CTX_free(pointer) }

    /// Creates a context for clients that accept every certificate.
    static func trustingClient() throws(CertificateProblem) -> TLSContext { try TLSContext(TLS_client_method()) }

    /// - Parameters:
    ///   - certificateFile: a PEM file with the certificate chain.
    ///   - keyFile: a PEM file with the private key.
    /// - Throws: ``CertificateProblem``.
    static func server(certificateFile: String, keyFile: String) throws(CertificateProblem) -> TLSContext {
        let context = try server()
        try context.use(certificateFile, keyFile)
        return context
    }

    private func use(_ certificateFile: String, _ keyFile: String) throws(CertificateProblem) {
        // Without this callback, OpenSSL asks for the password of an encrypted key on the terminal.
        SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in 0 }
        guard SSL_CTX_use_certificate_chain_file(pointer, certificateFile) == 1 else {
            throw CertificateProblem(
                Self.isSecurityRefusal
                    ? "The certificate in \(certificateFile) is not secure enough (\(Self.lastReason))."
                    : "\(certificateFile) is not a valid PEM certificate.")
        }
        let isRead = SSL_CTX_use_PrivateKey_file(pointer, keyFile, SSL_FILETYPE_PEM) == 1
        if !isRead, ERR_GET_LIB(ERR_peek_last_error()) != ERR_LIB_X509 {
            throw CertificateProblem("\(keyFile) is not a valid unencrypted PEM private key.")
        }
        // OpenSSL accepts a key whose type differs from the certificate's until it is checked.
        guard isRead, SSL_CTX_check_private_key(pointer) == 1 else {
            throw CertificateProblem("The key in \(keyFile) does not match the certificate in \(certificateFile).")
        }
    }

    /// Returns a context with the same certificate and new session ticket keys. A stolen key decrypts the TLS 1.2
    /// connections that were resumed with it.
    func renewed() throws(CertificateProblem) -> TLSContext {
        let other = try Self.server()
        var chain: OpaquePointer?
        withUnsafeMutablePointer(to: &chain) {
            _ = SSL_CTX_ctrl(pointer, SSL_CTRL_GET_CHAIN_CERTS, 0, UnsafeMutableRawPointer($0))
        }
        let isUsable = SSL_CTX_use_cert_and_key(
            other.pointer, SSL_CTX_get0_certificate(pointer), SSL_CTX_get0_privatekey(pointer), chain, 1)
        guard isUsable == 1 else { throw CertificateProblem("OpenSSL: \(Self.lastReason)") }
        return other
    }

    /// When the certificate expires.
    var expiry: Instant {
        var time = tm()
        ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(pointer)), &time)
        return Instant(milliseconds: Int64(timegm(&time)) * 1000)
    }

    /// Creates a server context without a certificate.
    private static func server() throws(CertificateProblem) -> TLSContext {
        let context = try TLSContext(TLS_server_method())
        let pointer = context.pointer
        SSL_CTX_set_options(pointer, TLS_SERVER_OPTIONS)
        guard SSL_CTX_set_cipher_list(pointer, suites.joined(separator: ":")) == 1,
            SSL_CTX_set_ciphersuites(pointer, suitesOfTLS13) == 1,
            groups.contains(where: { context.setGroups($0) })
        else { throw CertificateProblem("OpenSSL: \(lastReason)") }
        // Clients keep their sessions as tickets, so a cache in the server's memory is not needed.
        SSL_CTX_ctrl(pointer, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_set_alpn_select_cb(pointer, selectProtocol, nil)
        return context
    }

    private func setGroups(_ list: String) -> Bool {
        list.withCString {
            SSL_CTX_ctrl(pointer, SSL_CTRL_SET_GROUPS_LIST, 0, UnsafeMutableRawPointer(mutating: $0)) == 1
        }
    }

    // MARK: Errors

    private static var lastReason: String {
        ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "unknown error"
    }

    /// Whether the last error is a key that is too short or a hash that is too weak.
    private static var isSecurityRefusal: Bool {
        let code = ERR_peek_last_error()
        return ERR_GET_LIB(code) == ERR_LIB_SSL
            && [SSL_R_EE_KEY_TOO_SMALL, SSL_R_CA_KEY_TOO_SMALL, SSL_R_CA_MD_TOO_WEAK].contains(ERR_GET_REASON(code))
    }
}

// MARK: Protocol negotiation

/// The names of the protocols in ALPN format, each preceded by its length. Never freed, because the selected name is a
/// pointer into this list.
private nonisolated(unsafe) let protocols: UnsafeMutableBufferPointer<UInt8> = {
    let names = ["h2", "http/1.1"]
    let bytes = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    let list = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = list.initialize(from: bytes)
    return list
}()

/// Selects the protocol. A client that offers neither gets HTTP/1.1.
private func selectProtocol(
    _ ssl: OpaquePointer?, _ name: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredSize: UInt32,
    _ user: UnsafeMutableRawPointer?
) -> Int32 {
    var selected: UnsafeMutablePointer<UInt8>?
    let result = SSL_select_next_proto(
        &selected, size, protocols.baseAddress, UInt32(protocols.count), offered, offeredSize)
    guard result == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_NOACK }
    name?.pointee = UnsafePointer(selected)
    return SSL_TLSEXT_ERR_OK
}
