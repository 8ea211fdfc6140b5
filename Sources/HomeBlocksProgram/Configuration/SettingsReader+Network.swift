import HomeBlocksServer

/// The settings that are about connections.
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

    func trustedProxies() throws -> TrustedProxies {
        guard let proxies = TrustedProxies(try textIfAny(.httpTrustedProxies) ?? "") else {
            throw ConfigurationProblem(
                "The setting http.trustedProxies (HOMEBLOCKS_HTTP_TRUSTED_PROXIES) must be addresses and networks with "
                    + "commas between them, such as 10.0.0.0/8,192.0.2.7.")
        }
        return proxies
    }

    /// What makes connections secure; nil if they are not.
    func security() throws -> TransportSecurity? {
        let strictSeconds = try int(.tlsHSTS, in: 0...63_072_000)
        switch (try textIfAny(.tlsCertificate), try textIfAny(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try TransportSecurity(certificate: certificate, key: key, strictSeconds: strictSeconds)
        case (_?, nil): throw ConfigurationProblem("The setting tls.certificate needs tls.key beside it.")
        case (nil, _?): throw ConfigurationProblem("The setting tls.key needs tls.certificate beside it.")
        }
    }
}
