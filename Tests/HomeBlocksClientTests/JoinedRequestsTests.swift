import Foundation
import HomeBlocks
import HomeBlocksClient
import Hummingbird
import TestSupport
import Testing

@Suite struct JoinedRequestsTests {
    @Test func equalRequestsAtTheSameTime_areOne() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.page()
        }) { server in
            let client = HomePageClient(server: server.url)
            try await withThrowingTaskGroup(of: Loaded<HomePage>.self) { group in
                for _ in 0..<20 { group.addTask { try await client.page("a") } }
                group.addTask { try await client.page("b") }
                await latch.arrived(2)
                await latch.open()
                var pages: [Loaded<HomePage>] = []
                for try await page in group { pages.append(page) }
                #expect(pages.count == 21)
            }
            let pages = await server.log.requests.map { $0.uri.queryParameters["page"] }
            #expect(Set(pages) == ["a", "b"])
            // All that were waiting shared one; those that came after it was answered asked again.
            #expect(pages.count <= 21)
            #expect(pages.filter { $0 == "b" }.count == 1)
        }
    }

    @Test func whoeverLeaves_isLetGoAtOnce_andTheOthersGetTheirAnswer() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.page("Z")
        }) { server in
            let client = HomePageClient(server: server.url)
            let stays = Task { try await client.page() }
            await latch.arrived()
            let leaves = Task { try await client.page() }
            leaves.cancel()
            await #expect(throws: HomePageError.cancelled) { try await leaves.value }
            await latch.open()
            let page = try await stays.value
            #expect(page.data.blocks.first?.blockCode == "Z")
            #expect(await server.log.requests.count == 1)
        }
    }

    @Test func whenAllHaveLeft_theNextOneAsksAnew() async throws {
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

    @Test func aTaskThatWasCancelledBefore_asksForNothing() async throws {
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
