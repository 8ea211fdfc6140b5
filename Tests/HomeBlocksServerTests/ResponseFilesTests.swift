import Foundation
import NIOCore
import Publishing
import Testing

@testable import HomeBlocksServer

/// Files in memory exist on Linux only.
#if os(Linux)
    @Suite(.timeLimit(.minutes(1))) struct ResponseFilesTests {
        private static let size = 20_000

        /// The bytes of a response in two buffers.
        private func buffers(_ size: Int = Self.size) -> [ByteBuffer] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
            return [ByteBuffer(bytes: bytes.prefix(size / 3)), ByteBuffer(bytes: bytes.dropFirst(size / 3))]
        }

        private func content(of file: ResponseFile) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: file.count + 1)
            let count = pread(file.descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }

        @Test func aFileHasTheBytes() throws {
            let file = try #require(ResponseFiles(maximumFiles: 1).file(with: buffers()))
            #expect(content(of: file) == buffers().flatMap { Array($0.readableBytesView) })
            #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }

        @Test(arguments: [1, 16 << 10, 2 << 20, (2 << 20) + 1]) func onlySuitableSizesHaveFiles(size: Int) {
            let file = ResponseFiles(maximumFiles: 1).file(with: buffers(size))
            #expect((file != nil) == (size == 16 << 10 || size == 2 << 20))
        }

        @Test func theNumberOfFilesIsLimited() {
            let files = ResponseFiles(maximumFiles: 2)
            var kept = (0..<3).map { _ in files.file(with: buffers()) }
            #expect(kept.map { $0 != nil } == [true, true, false])
            kept[0] = nil
            #expect(files.file(with: buffers()) != nil)
        }

        @Test func theirTotalSizeIsLimited() {
            let files = ResponseFiles(maximumFiles: 10, maximumBytes: 2 * Self.size)
            var kept = (0..<3).map { _ in files.file(with: buffers()) }
            #expect(kept.map { $0 != nil } == [true, true, false])
            kept[1] = nil
            #expect(files.file(with: buffers(Self.size + 1)) == nil)
            #expect(files.file(with: buffers()) != nil)
        }

        @Test func aFileIsClosedWithItsLastReference() throws {
            let files = ResponseFiles(maximumFiles: 1)
            var file = files.file(with: buffers())
            let descriptor = try #require(file?.descriptor)
            let link = "/proc/self/fd/\(descriptor)"
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).contains("memfd:response"))
            file = nil
            // The number may be in use again for something else.
            let other = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
            #expect(other?.contains("memfd:response") != true)
        }

        /// Returns the files of the responses at some seconds.
        private func files(ofBody size: Int, at seconds: [Int64]) -> [ResponseFile?] {
            let representation = Representation([UInt8](repeating: 7, count: size))
            let files = ResponseFiles(maximumFiles: 4)
            return seconds.map { second in
                let timestamp = ResponseTimestamp(Instant(milliseconds: second * 1000))
                return representation.prepared(
                    in: .identity, known: nil, isHead: false, at: timestamp, SharedSettings(ServerSettings()),
                    files: files)?.file
            }
        }

        @Test func aSmallResponseIsInAFileWhileItsBodyIsReadEverySecond() {
            let found = files(ofBody: Self.size, at: [0, 1, 1, 2, 5, 6])
            #expect(found.map { $0 != nil } == [false, true, true, true, false, true])
            #expect(found[1] === found[2])
            #expect(found[2] !== found[3])
        }

        @Test func allResponsesWithALargeBodyShareAFile() {
            let found = files(ofBody: 100_000, at: [0, 7, 8, 60])
            #expect(found.map { $0?.count } == [nil, 100_000, 100_000, 100_000])
            #expect(found[1] === found[2] && found[2] === found[3])
        }

        @Test(arguments: [(128, 0), (1024, 7), (12_288, 256), (10_500, 90)])
        func connectionsTakePrecedenceOverFiles(descriptors: Int, expected: Int) {
            var limits = ServerLimits()
            limits.fit(descriptors: descriptors)
            #expect(limits.responseFiles == expected)
            #expect(limits.acceptedConnections + limits.responseFiles + 64 <= descriptors)
        }
    }
#endif
