import Foundation
import HomeBlocks
import OutgoingHTTP
public import Publishing

/// Fetches upstream lists with libcurl, only from allowed servers and within limits. Secrets in header fields are read
/// for each request and never stored.
public final class FeedFetcher: FeedFetching {
    private let client: OutgoingHTTPClient
    private let rules: FeedRules
    private let route: OutgoingRoute
    private let secrets: [String: FeedSecret]

    /// The maximum size of a decompressed response.
    static let maximumBytes = 4 << 20
    private static let connectTime = Duration.seconds(5)
    private static let maximumRedirects = 5
    /// More lenient than the limits for content, because a list may have members that no card needs.
    private static let limits = JSONLimits(depth: 256, isStrict: false)

    /// - Parameters:
    ///   - caFile: a PEM file with the trusted certificates; nil to use the system's.
    ///   - proxy: the URL of a proxy; nil for none.
    /// - Throws: an error with a description if libcurl cannot be started.
    public init(_ rules: FeedRules, caFile: String?, proxy: String?, secrets: [String: FeedSecret]) throws {
        client = try OutgoingHTTPClient()
        self.rules = rules
        self.secrets = secrets
        var route = OutgoingRoute()
        route.caFile = caFile
        route.proxy = proxy
        route.allowsAddress = { bytes in IPAddress(bytes: bytes).map { rules.allows($0) } ?? false }
        self.route = route
    }

    public func fetch(_ feed: Feed, ifNot tag: String?) async -> FeedResponse {
        let began = ContinuousClock.now
        var status: Int?
        do {
            let (response, address) = try await response(to: feed, tag, until: began + .seconds(feed.timeout))
            status = response.status
            let body = try Self.body(of: response, hasTag: tag != nil)
            return FeedResponse(
                body, status: status, tag: response.tag, address: address.text,
                milliseconds: Self.milliseconds(since: began))
        } catch {
            let failure = error as? FetchFailure
            return FeedResponse(
                .failure("\(error)"), status: failure?.status ?? status,
                isTimeout: failure?.isTimeout ?? (error as? OutgoingHTTPError)?.isTimeout ?? false,
                milliseconds: Self.milliseconds(since: began))
        }
    }

    private static func milliseconds(since began: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - began) / .milliseconds(1))
    }

    /// Returns the final response and its URL. Every redirect must lead to an allowed server.
    private func response(
        to feed: Feed, _ tag: String?, until deadline: ContinuousClock.Instant
    ) async throws -> (OutgoingResponse, UpstreamAddress) {
        guard let origin = UpstreamAddress(feed.url) else { throw FetchFailure("the feed has no address") }
        var address = origin
        var status: Int?
        for _ in 0...Self.maximumRedirects {
            if let reason = rules.refusal(of: address) { throw FetchFailure("the address \(reason)", status: status) }
            var fields = try feed.headers.sorted { $0.key < $1.key }.compactMap { name, value in
                try field(name, value, isOrigin: address.hasSameOrigin(as: origin))
            }
            if let tag { fields.append((name: "If-None-Match", value: tag)) }
            if !feed.headers.keys.contains(where: { $0.lowercased() == "accept" }) {
                fields.append((name: "Accept", value: "application/json"))
            }
            fields.append((name: "User-Agent", value: "HomeBlocks"))
            let time = deadline - ContinuousClock.now
            guard time > .zero else {
                throw FetchFailure("the request timed out after \(feed.timeout) s", status: status, isTimeout: true)
            }
            var request = OutgoingRequest(
                method: "GET", url: address.text, fields: fields, connectTime: min(Self.connectTime, time), time: time)
            request.maximumBytes = Self.maximumBytes
            request.route = route
            let response = try await client.response(to: request)
            status = response.status
            guard [301, 302, 303, 307, 308].contains(response.status) else { return (response, address) }
            address = try Self.next(response, from: address)
        }
        throw FetchFailure("the upstream redirects more than \(Self.maximumRedirects) times", status: status)
    }

    /// Returns the URL that a response redirects to.
    private static func next(_ response: OutgoingResponse, from address: UpstreamAddress) throws -> UpstreamAddress {
        let text = response.redirect.map { String($0.prefix { $0 != "#" }) }
        guard let next = text.flatMap(UpstreamAddress.init) else {
            throw FetchFailure(
                "the upstream redirects to a URL that is not http or https", status: response.status)
        }
        guard next.isSecure || !address.isSecure else {
            throw FetchFailure("the upstream redirects from https to http", status: response.status)
        }
        return next
    }

    /// Returns a header field with its secret filled in; nil if only the feed's own origin may receive it.
    private func field(_ name: String, _ value: String, isOrigin: Bool) throws -> (name: String, value: String)? {
        guard let secret = FeedSecret.name(in: value) else { return (name, value) }
        guard isOrigin else { return nil }
        guard let text = secrets[secret]?.value else {
            throw FetchFailure("the secret \"\(secret)\" is missing or is not a valid header value")
        }
        return (name, text)
    }

    private static func body(of response: OutgoingResponse, hasTag: Bool) throws -> FeedResponse.Body {
        if response.status == 304, hasTag { return .unchanged }
        guard response.status == 200 else {
            throw FetchFailure("the upstream responds with the status \(response.status)", status: response.status)
        }
        do {
            let text = try UpstreamText.decoded(response.body, contentType: response.contentType)
            return .json(try JSONValue(parsing: text, limits: limits))
        } catch let error as JSONSyntaxError {
            throw FetchFailure("the response is not valid JSON: \(error)", status: response.status)
        } catch {
            throw FetchFailure("\(error)", status: response.status)
        }
    }
}

/// The reason why a fetch failed, for the feed's log.
private struct FetchFailure: Error, CustomStringConvertible {
    let description: String
    let status: Int?
    let isTimeout: Bool

    init(_ description: String, status: Int? = nil, isTimeout: Bool = false) {
        self.description = description
        self.status = status
        self.isTimeout = isTimeout
    }
}
