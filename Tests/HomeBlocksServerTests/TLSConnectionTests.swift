import Foundation
import NIOCore
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct TLSConnectionTests {
    private let security: TransportSecurity

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = folder.appending(path: "certificate.pem").path
        let key = folder.appending(path: "key.pem").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "30",
            ]
            + ["-subj", "/CN=test", "-out", certificate, "-keyout", key]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        security = try TransportSecurity(certificate: certificate, key: key, strictSeconds: 0)
    }

    @Test func anyContent_arrivesAsItWasSent_inAnyPieces() throws {
        for _ in 0..<50 {
            var pair = try Pair(security)
            try pair.shakeHands()
            var (sent, received) = (ByteBuffer(), ByteBuffer())
            for _ in 0..<Int.random(in: 1...12) {
                let count = Int.random(in: 0...[1, 100, 20_000, 70_000].randomElement()!)
                let content = ByteBuffer(bytes: (0..<count).map { _ in UInt8.random(in: 0...255) })
                sent.writeImmutableBuffer(content)
                try pair.server.encrypt(content)
                if Bool.random() { try pair.carry(from: pair.server, to: pair.client) }
                received.writeImmutableBuffer(try pair.client.decrypt())
            }
            #expect(!pair.client.hasInputEnded)
            pair.server.endOutput()
            repeat {
                try pair.carry(from: pair.server, to: pair.client)
                received.writeImmutableBuffer(try pair.client.decrypt())
            } while !pair.client.hasInputEnded
            #expect(received == sent)
        }
    }

    @Test func recordsChangedInTransit_areNeverDelivered() throws {
        for _ in 0..<50 {
            var pair = try Pair(security)
            try pair.shakeHands()
            try pair.client.encrypt(ByteBuffer(repeating: 7, count: 1000))
            try pair.carry(from: pair.client, to: pair.server, changesByte: true)
            let delivered = try? (0..<100).map { _ in
                try pair.carry(from: pair.client, to: pair.server)
                return try pair.server.decrypt().readableBytes
            }
            // A changed length can make it wait for more bytes.
            #expect(delivered == nil || delivered?.max() == 0)
        }
    }

    @Test func theKeysOfTickets_areReplacedAfterTwelveHours_withTheSameCertificate() throws {
        let start = NIODeadline.now()
        let first = security.context(at: start)
        #expect(security.context(at: start + .hours(11)) === first)
        let second = security.context(at: start + .hours(13))
        #expect(second !== first && second.expiry == first.expiry)
        #expect(security.context(at: start + .hours(24)) === second)
        #expect(security.context(at: start + .hours(26)) !== second)
    }
}

/// Both ends of a connection, without a network.
private struct Pair {
    let client: TLSConnection
    let server: TLSConnection
    /// The bytes in transit to each end.
    private var pending: [ObjectIdentifier: ByteBuffer] = [:]

    init(_ security: TransportSecurity) throws {
        client = try TLSConnection(.trustingClient(), isServer: false, allocator: ByteBufferAllocator())
        server = try TLSConnection(security.context(), isServer: true, allocator: ByteBufferAllocator())
    }

    mutating func shakeHands() throws {
        while try [server.handshake(), client.handshake()].contains(false) {
            try carry(from: client, to: server)
            try carry(from: server, to: client)
        }
    }

    /// Delivers a random part of the bytes that one end has sent.
    mutating func carry(from sender: TLSConnection, to receiver: TLSConnection, changesByte: Bool = false) throws {
        var bytes = pending[ObjectIdentifier(receiver)] ?? ByteBuffer()
        if var output = sender.takeOutput() { bytes.writeBuffer(&output) }
        if changesByte, bytes.readableBytes > 0 {
            let index = Int.random(in: bytes.readerIndex..<bytes.writerIndex)
            bytes.setInteger((bytes.getInteger(at: index) ?? UInt8(0)) ^ 1, at: index)
        }
        let count = Bool.random() ? bytes.readableBytes : Int.random(in: 0...bytes.readableBytes)
        if let part = bytes.readSlice(length: count) { try receiver.receive(part) }
        pending[ObjectIdentifier(receiver)] = bytes
    }
}
