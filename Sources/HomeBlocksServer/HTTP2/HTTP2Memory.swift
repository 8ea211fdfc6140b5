import CLibNGHTTP2
import Foundation

/// The memory allocator of libnghttp2 sessions.
///
/// Each session has a buffer for a whole frame but only uses its beginning, because bodies do not pass through it. The
/// buffer is mapped separately, because untouched pages take no physical memory. On the heap, it would reuse pages that
/// a TLS handshake has already touched.
enum HTTP2Memory {
    /// The header before each block: its size in bytes, and whether it is mapped.
    private struct Head {
        let size: Int
        let isMapped: Bool
    }

    private static let headSize = 16
    /// The minimum size of blocks that are mapped.
    private static let minimumMappedSize = 16 << 10

    static var functions: nghttp2_mem {
        nghttp2_mem(
            mem_user_data: nil,
            malloc: { size, _ in HTTP2Memory.allocate(size) },
            free: { block, _ in HTTP2Memory.free(block) },
            calloc: { count, size, _ in
                let block = HTTP2Memory.allocate(count * size)
                // New pages are already zeroed.
                if let block, count * size < HTTP2Memory.minimumMappedSize { memset(block, 0, count * size) }
                return block
            },
            realloc: { block, size, _ in HTTP2Memory.reallocate(block, size) })
    }

    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let isMapped = size >= minimumMappedSize
        guard let start = isMapped ? map(size + headSize) : malloc(size + headSize) else { return nil }
        start.storeBytes(of: Head(size: size, isMapped: isMapped), as: Head.self)
        return start + headSize
    }

    private static func map(_ size: Int) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        return start == MAP_FAILED ? nil : start
    }

    private static func free(_ block: UnsafeMutableRawPointer?) {
        guard let start = block.map({ $0 - headSize }) else { return }
        let head = start.load(as: Head.self)
        if head.isMapped { munmap(start, head.size + headSize) } else { Foundation.free(start) }
    }

    private static func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        guard let block else { return allocate(size) }
        guard let other = allocate(size) else { return nil }
        memcpy(other, block, min(size, (block - headSize).load(as: Head.self).size))
        free(block)
        return other
    }
}
