import CLibNGHTTP2
import Foundation

/// The memory of one libnghttp2 session.
///
/// Its two large blocks are mapped as separate pages, because pages that are untouched or released take no physical
/// memory: the buffer for a whole frame, of which only the beginning is used, since bodies do not pass through it, and
/// the table of streams.
final class HTTP2Memory {
    private struct Block {
        let start: UnsafeMutableRawPointer
        /// A multiple of ``pageSize``.
        let size: Int
        /// Whether this is the buffer for frames, whose content is not needed between frames.
        var isFrameBuffer = false
    }

    private var mapped: [Block] = []
    /// Later blocks are not mapped, because they are short-lived.
    private var isSessionCreated = false

    private static let pageSize = Int(getpagesize())
    /// The minimum size of blocks that are mapped.
    private static let minimumMappedSize = 4 << 10
    private static let minimumFrameBufferSize = 16 << 10

    /// The functions for a session, which must not outlive this object.
    var functions: nghttp2_mem {
        nghttp2_mem(
            mem_user_data: Unmanaged.passUnretained(self).toOpaque(),
            malloc: { size, user in withMemory(user) { $0.allocate(size) } },
            free: { block, user in withMemory(user) { $0.free(block) } },
            calloc: { count, size, user in withMemory(user) { $0.allocateZeroed(count * size) } },
            realloc: { block, size, user in withMemory(user) { $0.reallocate(block, size) } })
    }

    func sessionIsCreated() {
        isSessionCreated = true
        for index in mapped.indices { mapped[index].isFrameBuffer = mapped[index].size > Self.minimumFrameBufferSize }
    }

    /// Releases the physical memory of pages that are not needed while no frame is pending. Their content is zero
    /// afterwards.
    func releasePages() {
        for block in mapped where block.isFrameBuffer || isZero(block) {
            madvise(block.start, block.size, MADV_DONTNEED)
        }
    }

    private func isZero(_ block: Block) -> Bool {
        UnsafeRawBufferPointer(start: block.start, count: block.size).bindMemory(to: UInt64.self).allSatisfy { $0 == 0 }
    }

    private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        isMapped(size) ? map(size) : malloc(size)
    }

    private func allocateZeroed(_ size: Int) -> UnsafeMutableRawPointer? {
        // New pages are zero.
        isMapped(size) ? map(size) : calloc(1, size)
    }

    private func isMapped(_ size: Int) -> Bool { !isSessionCreated && size >= Self.minimumMappedSize }

    private func map(_ size: Int) -> UnsafeMutableRawPointer? {
        let size = (size + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), start != MAP_FAILED
        else { return nil }
        mapped.append(Block(start: start, size: size))
        return start
    }

    private func free(_ block: UnsafeMutableRawPointer?) {
        guard let index = mappedIndex(block) else { return Foundation.free(block) }
        let block = mapped.remove(at: index)
        munmap(block.start, block.size)
    }

    private func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        guard let block else { return allocate(size) }
        guard let index = mappedIndex(block) else { return realloc(block, size) }
        guard let other = allocate(size) else { return nil }
        memcpy(other, block, min(size, mapped[index].size))
        free(block)
        return other
    }

    private func mappedIndex(_ block: UnsafeMutableRawPointer?) -> Int? {
        guard let block, Int(bitPattern: block) % Self.pageSize == 0 else { return nil }
        return mapped.firstIndex { $0.start == block }
    }
}

@available(*, unavailable)
extension HTTP2Memory: Sendable {}

/// A free function, because a C function pointer cannot capture a type. It counts no reference, because the session's
/// connection holds the memory.
@discardableResult
private func withMemory<Result>(_ user: UnsafeMutableRawPointer?, _ body: (HTTP2Memory) -> Result?) -> Result? {
    user.flatMap { Unmanaged<HTTP2Memory>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
}
