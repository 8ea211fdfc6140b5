import HTTPTypes
import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct TrustedProxiesTests {
    /// The address of the client that sent a request, as far as the proxies are trusted.
    private func client(of forwarded: [String], peer: String, trusting proxies: String) throws -> String? {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        var fields = HTTPFields()
        for value in forwarded { fields.append(HTTPField(name: name, value: value)) }
        let trusted = try #require(TrustedProxies(proxies))
        return trusted.client(of: fields, peer: IPAddress(peer))?.description
    }

    @Test(
        arguments: [
            // No proxy is trusted.
            (["198.51.100.9"], "192.0.2.1", "", "192.0.2.1"),
            // The peer is not one of the proxies.
            (["198.51.100.9"], "192.0.2.1", "10.0.0.0/8", "192.0.2.1"),
            (["198.51.100.9"], "10.1.2.3", "10.0.0.0/8", "198.51.100.9"),
            // The client may have forged the elements before its own address.
            (["1.1.1.1, 198.51.100.9"], "10.1.2.3", "10.0.0.0/8", "198.51.100.9"),
            (["1.1.1.1", "198.51.100.9 , 10.9.9.9"], "10.1.2.3", "10.0.0.0/8", "198.51.100.9"),
            (["10.1.1.1"], "10.1.2.3", "10.0.0.0/8", "10.1.1.1"),
            (["nonsense"], "10.1.2.3", "10.0.0.0/8", "10.1.2.3"),
            (["198.51.100.9, nonsense"], "10.1.2.3", "10.0.0.0/8", "10.1.2.3"),
            ([], "10.1.2.3", "10.0.0.0/8", "10.1.2.3"),
            (["2001:db8::7"], "::1", "::1, 192.0.2.7", "2001:db8::7"),
            (["198.51.100.9"], "::ffff:10.1.2.3", "10.0.0.0/8", "198.51.100.9"),
        ] as [([String], String, String, String)])
    func theClient_isThePeerOfTheFirstTrustedProxy(
        _ forwarded: [String], _ peer: String, _ proxies: String, _ expected: String
    ) throws {
        #expect(try client(of: forwarded, peer: peer, trusting: proxies) == expected)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0", "a", "10.0.0.1,", "::/129", "10.0.0.1/-1", "10.0.0.1/", " "])
    func malformedNetworks_areRefused(_ text: String) { #expect(TrustedProxies(text) == nil) }

    @Test func networks_containTheAddressesWithTheirPrefix() throws {
        let network = try #require(IPNetwork("172.16.0.0/12"))
        for (text, isInside) in [
            ("172.16.0.1", true), ("172.31.255.255", true), ("172.32.0.0", false), ("172.15.255.255", false),
            ("::1", false),
        ] {
            #expect(network.contains(try #require(IPAddress(text))) == isInside, "\(text)")
        }
        #expect(try #require(IPNetwork("0.0.0.0/0")).contains(try #require(IPAddress("8.8.8.8"))))
        #expect(!(try #require(IPNetwork("192.0.2.7")).contains(try #require(IPAddress("192.0.2.8")))))
    }
}
