import Foundation
import HomeBlocksServer
import Publishing

/// The settings of connections.
extension SettingsReader {
    func limits() throws -> ServerLimits {
        let places = 1...1_000_000
        let seconds = 1...86_400
        var limits = ServerLimits()
        limits.connections = try int(.httpMaxConnections, in: places)
        limits.connectionsPerClient = try int(.httpMaxConnectionsPerClient, in: places)
        limits.requests = try int(.httpMaxRequests, in: places)
        limits.changes = try int(.httpMaxChanges, in: places)
        limits.headerTimeout = try int(.httpHeaderTimeout, in: seconds)
        limits.requestTimeout = try int(.httpRequestTimeout, in: seconds)
        limits.bodyRate = try int(.httpBodyRate, in: 0...1_000_000_000)
        limits.handlerTimeout = try int(.httpHandlerTimeout, in: seconds)
        limits.writeTimeout = try int(.httpWriteTimeout, in: seconds)
        limits.idleTimeout = try int(.httpIdleTimeout, in: seconds)
        return limits
    }

    /// The caches in front of the server.
    func caches() throws -> SharedCaches {
        var caches = SharedCaches()
        if try optionalText(.cachesTagHeader) != nil { caches.tagHeader = try choice(.cachesTagHeader) }
        caches.purge =
            try optionalText(.cachesPurge)?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        guard caches.purge.count <= 16, caches.purge.allSatisfy(Self.isCacheURL) else {
            throw Self.problem(
                .cachesPurge, "up to 16 http or https URLs separated by commas, such as http://127.0.0.1:6081/")
        }
        caches.purgeToken = try optionalText(.cachesPurgeToken)
        guard caches.purgeToken.map(Self.isToken) ?? true else {
            throw Self.problem(.cachesPurgeToken, "16 to 256 letters, digits and characters of -._~+/=")
        }
        caches.maxAge = try int(.cachesMaxAge, in: 0...31_536_000)
        if !caches.purge.isEmpty, caches.tagHeader == nil {
            throw ProgramError("The setting caches.purge requires caches.tagHeader.")
        }
        if caches.purge.isEmpty, caches.maxAge > 0 {
            throw ProgramError(
                "The setting caches.maxAge requires caches.purge: without purges nothing but cache.maxAge limits "
                    + "how long caches show an old version.")
        }
        return caches
    }

    private static func isCacheURL(_ text: String) -> Bool {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme) else { return false }
        return !(url.host() ?? "").isEmpty && url.user() == nil && url.fragment() == nil
    }

    private static func isToken(_ text: String) -> Bool {
        (16...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
                    || "-._~+/=".utf8.contains(byte)
            }
    }

    func trustedProxies() throws -> TrustedProxies {
        guard let proxies = TrustedProxies(try optionalText(.httpTrustedProxies) ?? "") else {
            throw Self.problem(
                .httpTrustedProxies, "addresses and networks separated by commas, such as 10.0.0.0/8,192.0.2.7")
        }
        return proxies
    }

    func crossOrigin() throws -> CrossOriginPolicy {
        guard let policy = CrossOriginPolicy(try optionalText(.corsAllowedOrigins) ?? "") else {
            throw Self.problem(
                .corsAllowedOrigins,
                "* for all, empty for none, or origins as browsers send them, separated by commas: no path, lower "
                    + "case, and a port only if it is not the scheme's own, such as "
                    + "https://www.example.com,https://m.example.com:8443")
        }
        return policy
    }

    /// The certificate and the key; nil for connections without TLS.
    func security() throws -> TransportSecurity? {
        let strictSeconds = try int(.tlsHSTS, in: 0...63_072_000)
        switch (try optionalText(.tlsCertificate), try optionalText(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try TransportSecurity(certificate: certificate, key: key, strictSeconds: strictSeconds)
        case (_?, nil): throw ProgramError("The setting tls.certificate requires tls.key.")
        case (nil, _?): throw ProgramError("The setting tls.key requires tls.certificate.")
        }
    }
}
