import CLibNGHTTP2
import NIOCore

/// Limits how many streams of a connection end with an error. libnghttp2 limits the resets that a client sends but not
/// those that it provokes, with which a client could make the server work for closed streams.
struct HTTP2ErrorLimit {
    private var count = 0
    private var began = NIODeadline.now()

    private static let maximumErrors = 200
    private static let period = TimeAmount.seconds(30)

    /// Counts the end of a stream. Returns whether there are too many errors.
    mutating func isExceeded(by error: UInt32) -> Bool {
        switch error {
        // These are client resets, which libnghttp2 limits, or the result of the server's own limits.
        case NGHTTP2_NO_ERROR.rawValue, NGHTTP2_CANCEL.rawValue, NGHTTP2_REFUSED_STREAM.rawValue: return false
        default: break
        }
        if NIODeadline.now() - began > Self.period { (count, began) = (0, .now()) }
        count += 1
        return count > Self.maximumErrors
    }
}
