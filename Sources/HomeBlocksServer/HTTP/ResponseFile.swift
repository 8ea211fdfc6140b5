import CGlibc
import Foundation
import NIOCore
import Synchronization

/// A body or a whole response in a file in memory, whose pages the kernel sends without copying them.
final class ResponseFile: Sendable {
    let descriptor: Int32
    /// The number of bytes.
    let count: Int
    private let files: ResponseFiles

    fileprivate init(_ descriptor: Int32, count: Int, in files: ResponseFiles) {
        self.descriptor = descriptor
        self.count = count
        self.files = files
    }

    deinit {
        close(descriptor)
        files.release(count)
    }
}

/// Creates files in memory within a limit, because each needs a file descriptor and a second copy of its
/// bytes.
final class ResponseFiles: Sendable {
    private struct Use {
        var files = 0
        var bytes = 0
    }

    private let maximumFiles: Int
    private let maximumBytes: Int
    private let use = Mutex(Use())

    /// The sizes for which a file saves CPU time. A socket does not accept more at once.
    static let sizes = (16 << 10)...(2 << 20)

    init(maximumFiles: Int, maximumBytes: Int = 16 << 20) {
        self.maximumFiles = maximumFiles
        self.maximumBytes = maximumBytes
    }

    /// Returns a new file, which is closed with its last reference; nil if the size is unsuitable, the limit is reached,
    /// or the system cannot create a file.
    func file(with buffers: [ByteBuffer]) -> ResponseFile? {
        let count = buffers.reduce(0) { $0 + $1.readableBytes }
        guard Self.sizes.contains(count), reserve(count) else { return nil }
        guard let descriptor = Self.create(buffers) else {
            release(count)
            return nil
        }
        return ResponseFile(descriptor, count: count, in: self)
    }

    private func reserve(_ bytes: Int) -> Bool {
        use.withLock { use in
            guard use.files < maximumFiles, use.bytes + bytes <= maximumBytes else { return false }
            use.files += 1
            use.bytes += bytes
            return true
        }
    }

    fileprivate func release(_ bytes: Int) {
        use.withLock { use in
            use.files -= 1
            use.bytes -= bytes
        }
    }

    #if os(Linux)
        private static func create(_ buffers: [ByteBuffer]) -> Int32? {
            let descriptor = memfd_create("response", UInt32(MFD_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let isWritten = buffers.allSatisfy { buffer in
                buffer.withUnsafeReadableBytes { write(descriptor, $0.baseAddress, $0.count) } == buffer.readableBytes
            }
            if !isWritten { close(descriptor) }
            return isWritten ? descriptor : nil
        }
    #else
        private static func create(_ buffers: [ByteBuffer]) -> Int32? { nil }
    #endif
}
