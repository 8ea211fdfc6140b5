import Feeds
import Foundation
import Publishing

/// The settings of feeds.
struct FeedSettings {
    let rules: FeedRules
    let caFile: String?
    let proxy: String?
    let secrets: [String: FeedSecret]

    /// Returns the client that requests the lists of feeds.
    func fetcher() throws -> FeedFetcher {
        try FeedFetcher(rules, caFile: caFile, proxy: proxy, secrets: secrets)
    }
}

extension SettingsReader {
    func feeds() throws -> FeedSettings {
        var rules = FeedRules()
        guard let hosts = AllowedHosts(try optionalText(.feedsAllowedHosts) ?? "") else {
            throw Self.problem(
                .feedsAllowedHosts,
                "names of hosts separated by commas, such as api.example.com,*.example.org:8443")
        }
        rules.allowedHosts = hosts
        let networks = try list(.feedsAllowedNetworks)
        rules.allowedNetworks = networks.compactMap { IPNetwork($0) }
        guard rules.allowedNetworks.count == networks.count else {
            throw Self.problem(
                .feedsAllowedNetworks, "addresses and networks separated by commas, such as 10.0.0.0/8,192.0.2.7")
        }
        rules.minimumInterval = try int(.feedsMinimumInterval, in: 1...604_800)
        let secrets = try secrets()
        rules.secretNames = Set(secrets.keys)
        return FeedSettings(
            rules: rules, caFile: try readableFile(.feedsCAFile), proxy: try proxy(), secrets: secrets)
    }

    private func list(_ key: ConfigurationKey) throws -> [String] {
        try optionalText(key)?.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    }

    private func readableFile(_ key: ConfigurationKey) throws -> String? {
        guard let path = try optionalText(key) else { return nil }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw Self.problem(key, "the path of a file that can be read")
        }
        return path
    }

    private func proxy() throws -> String? {
        guard let text = try optionalText(.feedsProxy) else { return nil }
        guard let url = URL(string: text), ["http", "https", "socks5h"].contains(url.scheme),
            !(url.host() ?? "").isEmpty
        else { throw Self.problem(.feedsProxy, "an http, https or socks5h URL such as http://proxy.example.com:3128") }
        return text
    }

    private func secrets() throws -> [String: FeedSecret] {
        let expected =
            "names with where each secret is, such as playlist-key=env:PLAYLIST_KEY,other=file:/run/secrets/x"
        var secrets: [String: FeedSecret] = [:]
        for entry in try list(.feedsSecrets) {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Identifier.isCode(String(parts[0])), let secret = FeedSecret(String(parts[1])),
                secrets.updateValue(secret, forKey: String(parts[0])) == nil
            else { throw Self.problem(.feedsSecrets, expected) }
            guard secret.value != nil else {
                throw ProgramError(
                    "The setting feeds.secrets (HOMEBLOCKS_FEEDS_SECRETS) names the secret \"\(parts[0])\", which cannot be "
                        + "read, is not one line of printable ASCII, or is in quotes.")
            }
        }
        return secrets
    }
}
