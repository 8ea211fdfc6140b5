import Foundation
import Logging
import OutgoingHTTP
import Synchronization
import TestSupport
import Testing

@testable import HomeBlocksServer

/// Purges, with a stand-in for the caches.
@Suite(.timeLimit(.minutes(1))) struct CachePurgerTests {
    /// The requests that the caches got, and their responses.
    final class Caches: Sendable {
        private let requests = Mutex<[OutgoingRequest]>([])
        private let respond: @Sendable (Int) async throws -> Int

        /// - Parameter respond: returns the response's status for the number of a request, from 0.
        init(_ respond: @escaping @Sendable (Int) async throws -> Int = { _ in 200 }) { self.respond = respond }

        var received: [OutgoingRequest] { requests.withLock { $0 } }

        func tags(_ header: String = "xkey") -> [String] {
            received.compactMap { $0.fields.first { $0.name == header }?.value }
        }

        func send(_ request: OutgoingRequest) async throws -> Int {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            return try await respond(number)
        }

        func waitForRequests(_ count: Int) async throws {
            while received.count < count { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    func purger(_ caches: Caches, _ change: (inout PurgedCache.Times) -> Void = { _ in }) -> CachePurger {
        var settings = SharedCaches()
        settings.tagHeader = .xkey
        settings.purge = ["http://127.0.0.1:1/"]
        settings.purgeToken = "secret-of-the-caches"
        var times = PurgedCache.Times()
        times.again = .milliseconds(40)
        times.firstPause = .milliseconds(5)
        change(&times)
        return CachePurger(settings, times: times, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {
            try await caches.send($0)
        }
    }

    @Test func aChange_isSentTwice() async throws {
        let caches = Caches()
        let purger = purger(caches)
        await purger.purge(CacheTags(changeOf: ["music"]))
        #expect(caches.received.count == 1)
        try await caches.waitForRequests(2)
        try await Task.sleep(for: .milliseconds(100))
        #expect(caches.tags() == ["homeblocks-page-music homeblocks-pages", "homeblocks-page-music homeblocks-pages"])
        for request in caches.received {
            #expect(request.method == "PURGE" && request.url == "http://127.0.0.1:1/")
            #expect(request.fields.last?.value == "Bearer secret-of-the-caches")
        }
        #expect(purger.metrics.count(of: .accepted) == 2)
    }

    @Test func aCacheThatFails_isTriedAgain_andNoChangeWaitsForIt() async throws {
        let caches = Caches { number throws in
            switch number {
            case 0: throw OutgoingHTTPError(description: "no connection")
            case 1: 503
            default: 204
            }
        }
        let purger = purger(caches) { $0.firstPause = .milliseconds(50) }
        let begin = ContinuousClock.now
        await purger.purge(CacheTags(changeOf: ["music"]))
        await purger.purge(CacheTags(changeOf: ["mall"]))
        #expect(ContinuousClock.now - begin < .milliseconds(400))
        try await caches.waitForRequests(4)
        #expect(purger.metrics.count(of: PurgeMetrics.Result.failed) == 2)
        #expect(caches.tags()[2].contains("page-music") && caches.tags()[2].contains("page-mall"))
        #expect(purger.metrics.count(of: PurgeMetrics.Result.abandoned) == 0)
    }

    @Test func aCacheThatHangs_delaysAChange_forHalfASecondAtMost() async throws {
        let caches = Caches { _ in
            try await Task.sleep(for: .seconds(60))
            return 200
        }
        let purger = purger(caches) { $0.wait = .milliseconds(30) }
        let begin = ContinuousClock.now
        await purger.purge(.everything)
        #expect(ContinuousClock.now - begin < .seconds(5))
        #expect(PurgedCache.Times().wait == .milliseconds(500) && PurgedCache.Times().request == .seconds(1))
    }

    @Test func aPurge_isAbandonedAfterItsTime() async throws {
        let caches = Caches { _ in 500 }
        let purger = purger(caches) { $0.retry = .milliseconds(20) }
        await purger.purge(.everything)
        while purger.metrics.count(of: .abandoned) == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let count = caches.received.count
        try await Task.sleep(for: .milliseconds(100))
        #expect(caches.received.count == count)
    }

    @Test func manyTags_areAllOfThem() async throws {
        let (blocked, unblock) = AsyncStream.makeStream(of: Void.self)
        let caches = Caches { number in
            if number == 0 { for await _ in blocked { break } }
            return 200
        }
        let purger = purger(caches) { $0.wait = .milliseconds(1) }
        for number in 0..<200 { await purger.purge(CacheTags(changeOf: ["p\(number)"])) }
        unblock.yield()
        try await caches.waitForRequests(2)
        #expect(caches.tags()[1] == "homeblocks")
        for tags in caches.tags() { #expect(tags.utf8.count < 8000) }
    }

    @Test func aRunningPurge_isSentAgainBeforeTheServerStops() async throws {
        let caches = Caches { number in
            if number == 0 { try await Task.sleep(for: .seconds(60)) }
            return 200
        }
        let purger = purger(caches) { $0.wait = .milliseconds(1) }
        await purger.purge(CacheTags(changeOf: ["music"]))
        try await caches.waitForRequests(1)
        await purger.finish()
        #expect(caches.tags() == ["homeblocks-page-music homeblocks-pages", "homeblocks-page-music homeblocks-pages"])
    }

    @Test func queuedPurges_areSentBeforeTheServerStops() async throws {
        let caches = Caches()
        let purger = purger(caches) { $0.again = .seconds(600) }
        await purger.purge(CacheTags(changeOf: ["music"]))
        await purger.finish()
        #expect(caches.received.count == 2)
    }

    static func request(_ url: String) -> OutgoingRequest {
        OutgoingRequest(
            method: "PURGE", url: url, fields: [("xkey", "a")], connectTime: .milliseconds(300),
            time: .milliseconds(600))
    }

    @Test func aRealClient_reportsTheStatus_andWhoDoesNotRespond() async throws {
        let client = try OutgoingHTTPClient()
        try await TestServer.run { server in
            let status = try await client.send(Self.request("\(server.url)/homepage"))
            #expect(status == 501)
        }
        for url in [
            "http://127.0.0.1:1/", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "gopher://127.0.0.1:1/",
        ] {
            await #expect(throws: OutgoingHTTPError.self) { try await client.send(Self.request(url)) }
        }
    }
}
