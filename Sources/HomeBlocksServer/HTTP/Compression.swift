import CBrotli
import CZlib
import NIOCore

/// Compresses whole bodies. To limit time and memory, the buffers of a body are not joined, and large bodies are
/// compressed with less effort.
enum Compression {
    /// How much effort compressing a body is worth.
    enum Effort {
        /// For a body that is sent once: compression takes less time than it saves on the network.
        case fast
        /// For a body that is sent many times: as small as possible.
        case thorough
    }

    /// Larger bodies are compressed fast: thorough compression of 16 MB takes four seconds.
    private static let maximumThoroughBytes = 1 << 20

    private static func isThorough(_ body: ResponseBytes, _ effort: Effort) -> Bool {
        effort == .thorough && body.count <= maximumThoroughBytes
    }

    static func gzip(_ body: ResponseBytes, effort: Effort) -> [UInt8]? {
        var stream = z_stream()
        let gzipWindow: Int32 = 15 + 16
        guard
            deflateInit2_(
                &stream, isThorough(body, effort) ? 9 : 5, Z_DEFLATED, gzipWindow, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, UInt(body.count)))
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(capacity)
            for (buffer, isLast) in parts(of: body) {
                buffer.withUnsafeReadableBytes { input in
                    stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                    stream.avail_in = UInt32(input.count)
                    isComplete = deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_END
                }
            }
            count = Int(stream.total_out)
        }
        return isComplete ? output : nil
    }

    static func brotli(_ body: ResponseBytes, effort: Effort) -> [UInt8]? {
        let capacity = BrotliEncoderMaxCompressedSize(body.count)
        guard capacity > 0, let encoder = BrotliEncoderCreateInstance(nil, nil, nil) else { return nil }
        defer { BrotliEncoderDestroyInstance(encoder) }
        // Use a window no larger than the body, because the tables of a larger window make a small file take ten times
        // as long.
        let window = max(Int(BROTLI_MIN_WINDOW_BITS), min(22, Int.bitWidth - (body.count + 16).leadingZeroBitCount))
        let quality = isThorough(body, effort) ? (window > smallWindow ? 7 : 9) : 5
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, UInt32(quality))
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_LGWIN, UInt32(window))
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT.rawValue)
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT, UInt32(body.count))
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            var (next, left) = (output.baseAddress, capacity)
            for (buffer, isLast) in parts(of: body) {
                buffer.withUnsafeReadableBytes { input in
                    var (first, bytes) = (input.bindMemory(to: UInt8.self).baseAddress, input.count)
                    let operation = isLast ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS
                    BrotliEncoderCompressStream(encoder, operation, &bytes, &first, &left, &next, nil)
                }
            }
            count = capacity - left
        }
        return BrotliEncoderIsFinished(encoder) == BROTLI_TRUE ? output : nil
    }

    /// With larger windows, the highest qualities need tables of 32 MB and save only 2% of the size.
    private static let smallWindow = 16

    private static func parts(of body: ResponseBytes) -> some Sequence<(buffer: ByteBuffer, isLast: Bool)> {
        body.buffers.enumerated().lazy.map { ($1, $0 == body.buffers.count - 1) }
    }
}
