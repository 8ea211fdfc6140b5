import Foundation
import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PageRoutesTests {
    func put(_ server: TestServer, _ page: String, _ body: String, token: String? = nil) async throws -> TestResponse {
        try await server.send(
            .put, "/api/pages/\(page)/export",
            ["Authorization": "Bearer \(token ?? server.admin)", "Content-Type": "application/json"], body: body)
    }

    func export(_ server: TestServer, _ page: String) async throws -> String {
        let response = try await server.get("/api/pages/\(page)/export", ["Authorization": "Bearer \(server.admin)"])
        #expect(response.status == .ok)
        return String(buffer: response.body)
    }

    @Test func export_isDeterministic_andImportsAsTheSamePage() async throws {
        try await TestServer.run { server in
            let first = try await export(server, "music")
            #expect(try await export(server, "music") == first)
            #expect(try await put(server, "copy", first).status == .ok)
            let original = try await server.get("/homepage?page=music")
            #expect(try await server.get("/homepage?page=copy").body == original.body)
            #expect(
                try await export(server, "copy")
                    == first.replacingOccurrences(of: "\"slug\": \"music\"", with: "\"slug\": \"copy\""))
        }
    }

    @Test func import_replacesThePage_atOnce() async throws {
        try await TestServer.run { server in
            var page = try Project.plainPage("music")
            page.blocks.removeLast(10)
            let response = try await put(
                server, "music", String(decoding: page.json(slug: "music").encoded, as: UTF8.self))
            #expect(try response.json(at: "/data/revision") == 2)
            #expect(try await server.shown() == page.order)
            #expect(try await server.get("/pages").json(at: "/data/1/revision") == 2)
        }
    }

    @Test func aPageThatBreaksARule_isRefusedWithPointers_andNothingChanges() async throws {
        try await TestServer.run { server in
            var page = try Project.plainPage("music")
            page.blocks[0].content["extInfo"] = ["banners": []]
            page.blocks[2].content["uiElement"] = nil
            let response = try await put(
                server, "music", String(decoding: page.json(slug: "music").encoded, as: UTF8.self))
            try response.expectProblem(422, "/blocks/0/content/extInfo/banners")
            #expect(try response.json(at: "/errors/1/pointer") == "/blocks/2/content/uiElement")
            #expect(try await server.get("/sort").json(at: "/data/revision") == 1)
            try await put(server, "music", "{}").expectProblem(422)
            try await put(server, "music", "\"" + String(repeating: "x", count: 18 << 20) + "\"").expectProblem(
                413, "import.body")
        }
    }

    @Test func ifMatch_refusesToReplaceAnOutdatedPage() async throws {
        try await TestServer.run { server in
            let body = String(decoding: try Project.plainPage("mall").json(slug: "mall").encoded, as: UTF8.self)
            let token = "Bearer \(server.admin)"
            let export = try await server.get("/api/pages/mall/export", ["Authorization": token])
            let tag = try #require(try export.header("ETag"))
            _ = try await server.sort(#"{"moves":[{"block":"wallet","to":"start"}]}"#, query: "?page=mall")
            var headers = ["Authorization": token, "Content-Type": "application/json", "If-Match": tag]
            let refused = try await server.send(.put, "/api/pages/mall/export", headers, body: body)
            try refused.expectProblem(412)
            #expect(try refused.json(at: "/current/revision") == 2)
            headers["If-Match"] = try refused.header("ETag")
            #expect(try await server.send(.put, "/api/pages/mall/export", headers, body: body).status == .ok)
        }
    }

    @Test func roles_decideWhoMayReadReplaceAndCreate() async throws {
        try await TestServer.run { server in
            let body = String(decoding: try Project.plainPage("mall").json(slug: "mall").encoded, as: UTF8.self)
            let publisher = try await TestServer.token(.publisher, in: server.store)
            let editor = try await TestServer.token(.editor, in: server.store)
            try await put(server, "mall", body, token: editor).expectProblem(403, "publisher")
            #expect(try await put(server, "mall", body, token: publisher).status == .ok)
            try await put(server, "brand-new", body, token: publisher).expectProblem(403, "admin")
            #expect(try await put(server, "brand-new", body).status == .ok)
            try await server.get("/api/pages/mall/export").expectProblem(401)
        }
    }
}
