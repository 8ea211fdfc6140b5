import Foundation
import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConditionalReadTests {
    static let paths = [
        "/homepage", "/homepage/block/page", "/homepage/dragon/ball", "/homepage/blocks/HOMEPAGE_BANNER",
        "/homepage/blocks/HOMEPAGE_BANNER/items/0", "/homepage?cursor=&limit=3", "/sort", "/pages", "/block-types",
        "/block-types/BANNER", "/assets/covers/aurora.svg",
    ]

    @Test(arguments: paths)
    func aKnownTag_getsNotModified(_ path: String) async throws {
        try await TestServer.run { server in
            let whole = try await server.get(path)
            let tag = try #require(try whole.header("ETag"))
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            #expect(try whole.header("Vary") == "Accept-Encoding")
            for value in [tag, "W/\(tag)", "\"x\", \(tag)", "*", "W/\"y\" ,\(tag)"] {
                let known = try await server.get(path, ["If-None-Match": value])
                #expect(known.status == .notModified, "\(value)")
                #expect(known.body.readableBytes == 0)
                #expect(try known.header("ETag") == tag)
                #expect(try known.header("Cache-Control") == whole.header("Cache-Control"))
            }
            for value in ["\"x\"", "x", "", "\(tag)x", "\"\""] {
                #expect(try await server.get(path, ["If-None-Match": value]).status == .ok, "\(value)")
            }
        }
    }

    @Test(arguments: paths)
    func head_respondsLikeGet_withoutTheBody(_ path: String) async throws {
        try await TestServer.run { server in
            let get = try await server.get(path)
            let head = try await server.send(.head, path)
            #expect(head.status == .ok)
            #expect(head.body.readableBytes == 0)
            for name in ["ETag", "Content-Type", "Cache-Control", "Content-Length"] {
                #expect(try head.header(name) == get.header(name), "\(name)")
            }
            #expect(try head.header("Content-Length") == String(get.body.readableBytes))
        }
    }

    @Test func codings_haveTheirOwnTags_andTheSameContent() async throws {
        try await TestServer.run { server in
            let plain = try await server.get("/homepage")
            let gzip = try await server.get("/homepage", ["Accept-Encoding": "gzip"])
            let brotli = try await server.get("/homepage", ["Accept-Encoding": "gzip, deflate, br"])
            #expect(try gzip.header("Content-Encoding") == "gzip")
            #expect(try brotli.header("Content-Encoding") == "br")
            #expect(try plain.header("Content-Encoding") == nil)
            let tags = try [plain, gzip, brotli].map { try $0.header("ETag") }
            #expect(Set(tags).count == 3)
            #expect(gzip.body.readableBytes * 3 < plain.body.readableBytes)
            #expect(brotli.body.readableBytes < gzip.body.readableBytes)
            #expect(try gunzip(gzip.body) == Data(plain.body.readableBytesView))
            let known = try await server.get(
                "/homepage", ["Accept-Encoding": "gzip", "If-None-Match": try #require(tags[1])])
            #expect(known.status == .notModified)
        }
    }

    private func gunzip(_ body: ByteBuffer) throws -> Data {
        let folder = try TemporaryFolder()
        try Data(body.readableBytesView).write(to: folder.url.appending(path: "x.gz"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", folder.path("x.gz")]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return data ?? Data()
    }

    @Test func aChange_givesANewTag_atOnce() async throws {
        try await TestServer.run { server in
            var tags: Set<String> = []
            for target in ["start", "end", "start", "end"] {
                tags.insert(try #require(try await server.get("/homepage").header("ETag")))
                let response = try await server.sort(
                    "{\"moves\":[{\"block\":\"HOMEPAGE_PODCAST24\",\"to\":\"\(target)\"}]}")
                #expect(response.status == .ok)
                let shown = try await server.shown()
                #expect((target == "start" ? shown.first : shown.last) == "HOMEPAGE_PODCAST24")
            }
            #expect(tags.count == 3)
        }
    }
}
