import CLibNGHTTP2
import HTTPTypes
import Hummingbird
import NIOCore

extension HTTP2Connection {
    func send(_ response: PreparedResponse, on id: Int32) {
        guard let body = response.body else { return submit(response.fields, on: id, nil) }
        let stream = HTTP2Stream(id: id, at: now)
        stream.set(body)
        streams[id] = stream
        submit(response.fields, on: id, stream)
    }

    func refuse(_ problem: ProblemDetails, _ id: Int32, isHead: Bool, isLast: Bool) {
        var (fields, body) = problem.content(requestID: RequestID().description)
        fields[.contentLength] = String(body.readableBytes)
        fields[.strictTransportSecurity] = strictTransport
        let stream = HTTP2Stream(id: id, at: now)
        if !isHead { stream.append(body, at: now) }
        stream.complete(at: now)
        stream.hasSentEnd = isHead
        streams[id] = stream
        let head = HTTP2Fields(HTTPResponse(status: problem.status, headerFields: fields))
        submit(head, on: id, isHead ? nil : stream)
        if isLast { return }
        // Resets the stream to stop the rest of the request, after a second in which the client can read the response.
        channel.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            if self?.streams[id] === stream { self?.reset(id, NGHTTP2_NO_ERROR) }
        }
    }

    /// Sends the head of a response, and the available part of its body if it has one.
    func submit(_ fields: HTTP2Fields, on id: Int32, _ stream: HTTP2Stream?) {
        let result = fields.withPairs { pairs in
            guard let stream else {
                return nghttp2_submit_response(session, id, pairs.baseAddress, pairs.count, nil)
            }
            var provider = HTTP2Library.provider(of: stream)
            return nghttp2_submit_response(session, id, pairs.baseAddress, pairs.count, &provider)
        }
        if result == 0 { noteOutput() } else { reset(id, NGHTTP2_INTERNAL_ERROR) }
    }

    /// Resumes sending a body after more of it was added.
    func resume(_ id: Int32) {
        // This fails if flow control blocks the stream, which libnghttp2 resumes on its own.
        nghttp2_session_resume_data(session, id)
        noteOutput()
    }

    func reset(_ id: Int32, _ error: nghttp2_error_code) {
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, error.rawValue)
        noteOutput()
    }

    /// Writes a DATA frame.
    ///
    /// - Returns: false if the frame does not fit into this write.
    func write(_ stream: HTTP2Stream, head: UnsafeRawBufferPointer, count: Int) -> Bool {
        if output.readableBytes > 0, output.readableBytes + head.count + count > Self.chunkSize { return false }
        output.reserveCapacity(minimumWritableBytes: head.count + count)
        output.writeBytes(head)
        stream.move(count, to: &output, at: now)
        progressed = now
        stream.channel?.bytesSent()
        return true
    }

    // MARK: Clients that do not read their responses

    /// Returns when the first waiting stream times out; nil if none is waiting.
    func nextStallDeadline(timeout: TimeAmount) -> NIODeadline? {
        streams.values.filter(\.isWaiting).map { $0.progressed + timeout }.min()
    }

    /// Resets streams with unsent data that have sent nothing since a time. A stream with an open window is kept if
    /// other streams made progress, because it only waits for its turn.
    func resetStalled(since limit: NIODeadline) {
        for stream in streams.values where stream.isWaiting && stream.progressed <= limit {
            let hasWindow = nghttp2_session_get_stream_remote_window_size(session, stream.id) > 0
            if hasWindow, progressed > limit {
                stream.restartStallTimer()
            } else {
                stream.isReset = true
                reset(stream.id, NGHTTP2_CANCEL)
            }
        }
    }
}
