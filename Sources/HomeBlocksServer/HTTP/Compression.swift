import CBrotli
import CZlib

/// Compresses whole bodies.
enum Compression {
    /// How much work compressing a body is worth.
    enum Effort {
        /// For a body that is sent once: compressing takes less time than it saves on the network.
        case fast
        /// For a body that is sent many times: as small as possible.
        case thorough
    }

    static func gzip(_ bytes: [UInt8], effort: Effort) -> [UInt8]? {
        var stream = z_stream()
        let gzipWindow: Int32 = 15 + 16
        guard
            deflateInit2_(
                &stream, effort == .fast ? 5 : 9, Z_DEFLATED, gzipWindow, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        let capacity = Int(deflateBound(&stream, UInt(bytes.count)))
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(capacity)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = Int(stream.total_out)
        }
        return isComplete ? output : nil
    }

    static func brotli(_ bytes: [UInt8], effort: Effort) -> [UInt8]? {
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        guard size > 0 else { return nil }
        // A window as large as the body: the tables of a larger one make a small file take ten times as long.
        let window = max(Int(BROTLI_MIN_WINDOW_BITS), min(22, Int.bitWidth - (bytes.count + 16).leadingZeroBitCount))
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            isComplete =
                BrotliEncoderCompress(
                    effort == .fast ? 5 : 9, Int32(window), BROTLI_MODE_TEXT, bytes.count, bytes, &size,
                    output.baseAddress)
                == BROTLI_TRUE
            count = isComplete ? size : 0
        }
        return isComplete ? output : nil
    }
}
