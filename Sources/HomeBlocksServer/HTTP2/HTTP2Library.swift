import CLibNGHTTP2
import NIOCore

/// Sets up libnghttp2 sessions and their callbacks.
enum HTTP2Library {
    /// The maximum number of open streams of a client.
    private static let maximumStreams: UInt32 = 100
    /// The announced maximum size of heads. Each request's head is also checked against the actual limits
    /// (``HeadSize``).
    private static let maximumHeaderListBytes: UInt32 = 64 << 10

    /// The size of a frame header in bytes.
    static let frameHeadSize = 9

    /// Creates a session and submits its settings.
    static func newSession(for connection: HTTP2Connection) -> OpaquePointer? {
        var session: OpaquePointer?
        let user = Unmanaged.passUnretained(connection).toOpaque()
        var memory = connection.memory.functions
        guard nghttp2_session_server_new3(&session, callbacks.pointer, user, options.pointer, &memory) == 0 else {
            return nil
        }
        connection.memory.sessionIsCreated()
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: maximumStreams),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: maximumHeaderListBytes),
            // Clients no longer use RFC 7540 priorities, and their tree takes memory.
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue), value: 1),
        ]
        nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        return session
    }

    /// Returns a data provider for the body of a response.
    static func provider(of stream: HTTP2Stream) -> nghttp2_data_provider {
        var provider = nghttp2_data_provider()
        provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
        provider.read_callback = { _, _, _, length, flags, source, _ in
            guard let stream = source?.pointee.ptr, let flags else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
            return Unmanaged<HTTP2Stream>.fromOpaque(stream).takeUnretainedValue().nextLength(
                limit: length, flags: &flags.pointee)
        }
        return provider
    }

    // MARK: Setup shared by all sessions

    /// An object that libnghttp2 copies into each session.
    private struct Shared: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    private static let options = Shared(pointer: newOptions())
    private static let callbacks = Shared(pointer: newCallbacks())

    private static func newOptions() -> OpaquePointer? {
        var options: OpaquePointer?
        nghttp2_option_new(&options)
        // The window of a request's body grows only as the router reads it.
        nghttp2_option_set_no_auto_window_update(options, 1)
        // Whitespace around a value is allowed and removed, as in HTTP/1.1.
        nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(options, 1)
        return options
    }

    private static func newCallbacks() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        addRequestCallbacks(callbacks)
        nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, _, head, length, source, user in
            guard let stream = source?.pointee.ptr else { return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }
            let isWritten = withConnection(user) {
                $0.write(
                    Unmanaged<HTTP2Stream>.fromOpaque(stream).takeUnretainedValue(),
                    head: UnsafeRawBufferPointer(start: head, count: HTTP2Library.frameHeadSize), count: length)
            }
            guard let isWritten else { return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }
            return isWritten ? 0 : NGHTTP2_ERR_WOULDBLOCK.rawValue
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, error, user in
            withConnection(user) { $0.close(id, error) }
            return 0
        }
        return callbacks
    }

    private static func addRequestCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, head, user in
            if let head { withConnection(user) { $0.beginFrame(head.pointee) } }
            return 0
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, user in
            if let frame { withConnection(user) { $0.beginHead(of: frame.pointee.hd.stream_id) } }
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) { _, _, name, nameSize, value, valueSize, _, user in
            let isExpected = withConnection(user) {
                $0.addField(
                    name: ASCII.Bytes(start: name, count: nameSize), value: ASCII.Bytes(start: value, count: valueSize))
            }
            return isExpected == true ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        // Without this callback, malformed fields would be ignored.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { _, _, _, _, _, _, _, _ in
            NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, bytes, size, user in
            withConnection(user) { $0.receiveBody(UnsafeBufferPointer(start: bytes, count: size), of: id) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
            if let frame { withConnection(user) { $0.receive(frame.pointee) } }
            return 0
        }
    }
}

/// A free function, because a C function pointer cannot capture a type. It counts no reference, because libnghttp2 is called
/// only by the connection, which its caller holds. Each request has more than ten callbacks.
@discardableResult
private func withConnection<Result>(
    _ user: UnsafeMutableRawPointer?, _ body: (HTTP2Connection) -> Result
) -> Result? {
    user.map { Unmanaged<HTTP2Connection>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
}
