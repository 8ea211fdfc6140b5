import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@testable import HomeBlocksClient

@Suite(.timeLimit(.minutes(1))) struct JoinedRequestsTests {
    @Test func identicalConcurrentRequests_areSentOnce() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.page()
        }) { server in
            let client = HomePageClient(server: server.url)
            try await withThrowingTaskGroup(of: Loaded<HomePage>.self) { group in
                for _ in 0..<20 { group.addTask { try await client.page("a") } }
                group.addTask { try await client.page("b") }
                while await client.coalescer.waiting < 21 { await Task.yield() }
                await latch.arrived(2)
                await latch.open()
                var count = 0
                for try await _ in group { count += 1 }
                #expect(count == 21)
            }
            let pages = await server.log.requests.map { $0.parameters["page"] ?? "" }
            #expect(pages.sorted() == ["a", "b"])
            #expect(await client.coalescer.waiting == 0)
        }
    }

    enum One {
        struct Item: JSONReadable {
            static func read(_ value: JSONValue) -> Item { Item() }
        }
    }
    enum Two {
        struct Item: JSONReadable {
            static func read(_ value: JSONValue) -> Item { Item() }
        }
    }

    @Test func requestsOfDifferentTypes_areNotCombined() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.response(200, #"{"data":{}}"#)
        }) { server in
            let client = HomePageClient(server: server.url)
            let one = Task { try await client.item(0, of: "a", as: One.Item.self) }
            let two = Task { try await client.item(0, of: "a", as: Two.Item.self) }
            await latch.arrived(2)
            await latch.open()
            _ = try await one.value
            _ = try await two.value
        }
    }

    @Test func aCancelledCaller_returnsImmediately_andTheOthersGetTheResponse() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.page("Z")
        }) { server in
            let client = HomePageClient(server: server.url)
            let stays = Task { try await client.page() }
            await latch.arrived()
            let leaves = Task { try await client.page() }
            while await client.coalescer.waiting < 2 { await Task.yield() }
            leaves.cancel()
            await #expect(throws: HomePageError.cancelled) { try await leaves.value }
            await latch.open()
            let page = try await stays.value
            #expect(page.data.blocks.first?.blockCode == "Z")
            #expect(await server.log.requests.count == 1)
        }
    }

    @Test func afterAllCallersAreCancelled_theNextOneSendsANewRequest() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, count in
            if count == 1 { await latch.wait() }
            return ScriptedServer.page("\(count)")
        }) { server in
            let client = HomePageClient(server: server.url)
            let leaves = Task { try await client.page() }
            await latch.arrived()
            leaves.cancel()
            await #expect(throws: HomePageError.cancelled) { try await leaves.value }
            let page = try await client.page()
            #expect(page.data.blocks.first?.blockCode == "2")
            await latch.open()
        }
    }

    @Test func aTaskThatIsAlreadyCancelled_sendsNoRequest() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            let client = HomePageClient(server: server.url)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.page()
            }
            await #expect(throws: HomePageError.cancelled) { try await task.value }
            #expect(await server.log.requests.isEmpty)
        }
    }
}
