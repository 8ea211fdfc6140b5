import CLibNGHTTP2
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// An HTTP/2 stream for the router. Requests arrive and responses are sent in parts, as with HTTP/1.1. Trailer fields
/// and informational responses are not supported, because no route sends any. Mutable state is used only on the
/// connection's event loop, except `isActive` and `isWritable`.
final class HTTP2StreamChannel: Channel, ChannelCore, @unchecked Sendable {
    private(set) lazy var stream = HTTP2Stream(id: id, channel: self, at: .now())
    let parent: (any Channel)?
    let eventLoop: any EventLoop
    let allocator: ByteBufferAllocator
    let localAddress: SocketAddress?
    let remoteAddress: SocketAddress?
    private(set) lazy var pipeline = ChannelPipeline(channel: self)

    private let id: Int32
    private weak var connection: HTTP2Connection?
    private let closing: EventLoopPromise<Void>
    private let active = Atomic(true)
    private let writable = Atomic(true)
    /// The unread parts of the request.
    private var received: CircularBuffer<HTTPRequestPart> = []
    private var isReadWanted = false
    /// Whether the whole request has arrived.
    private(set) var isRequestComplete = false
    private var head: HTTPResponse?

    /// The router pauses above the high watermark and resumes below the low one.
    private static let highWatermark = 64 << 10
    private static let lowWatermark = 32 << 10

    init(_ id: Int32, on parent: any Channel, connection: HTTP2Connection) {
        self.id = id
        self.parent = parent
        self.connection = connection
        eventLoop = parent.eventLoop
        allocator = parent.allocator
        localAddress = parent.localAddress
        remoteAddress = parent.remoteAddress
        closing = parent.eventLoop.makePromise()
        // Other threads may use the pipeline as soon as they have the channel.
        _ = pipeline
    }

    /// Starts reading, after the handlers are added.
    func activate() {
        pipeline.fireChannelRegistered()
        pipeline.fireChannelActive()
        pipeline.read()
    }

    // MARK: The connection's side

    func receive(_ part: HTTPRequestPart) {
        if case .end = part { isRequestComplete = true }
        append(part)
        if isReadWanted { deliver() }
    }

    /// Appends to the last unread part, because a frame may have only one byte.
    private func append(_ part: HTTPRequestPart) {
        guard case .body(let bytes) = part, case .body? = received.last, case .body(var known)? = received.popLast()
        else {
            return received.append(part)
        }
        known.writeImmutableBuffer(bytes)
        received.append(.body(known))
    }

    private func deliver() {
        guard !received.isEmpty else { return }
        isReadWanted = false
        var size = 0
        while let part = received.popFirst() {
            if case .body(let bytes) = part { size += bytes.readableBytes }
            pipeline.fireChannelRead(part)
        }
        pipeline.fireChannelReadComplete()
        // Pass on every part first, because a window update may detect that the client has closed the connection.
        if size > 0 { connection?.consume(size, of: id) }
        if isActive { pipeline.read() }
    }

    /// Notes that bytes of the response were sent.
    func bytesSent() {
        guard !isWritable, stream.unsent <= Self.lowWatermark else { return }
        writable.store(true, ordering: .relaxed)
        pipeline.fireChannelWritabilityChanged()
    }

    /// Notes that the stream is closed, because its response was sent or it was reset.
    func closed() {
        guard isActive else { return }
        // The client may have closed the stream with the last part of its request.
        deliver()
        active.store(false, ordering: .relaxed)
        pipeline.fireChannelInactive()
        pipeline.fireChannelUnregistered()
        eventLoop.execute { [self] in
            removeHandlers(pipeline: pipeline)
            closing.succeed()
        }
    }

    // MARK: The router's side

    var closeFuture: EventLoopFuture<Void> { closing.futureResult }
    var isActive: Bool { active.load(ordering: .relaxed) }
    var isWritable: Bool { writable.load(ordering: .relaxed) }
    var _channelCore: any ChannelCore { self }

    func read0() {
        isReadWanted = true
        deliver()
    }

    func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isActive else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapData(data, as: HTTPResponsePart.self) {
        case .head(let head): self.head = head
        case .body(let bytes): append(bytes)
        case .end: stream.complete(at: .now())
        }
        promise?.succeed()
    }

    private func append(_ bytes: ByteBuffer) {
        stream.append(bytes, at: .now())
        guard isWritable, stream.unsent > Self.highWatermark else { return }
        writable.store(false, ordering: .relaxed)
        pipeline.fireChannelWritabilityChanged()
    }

    func flush0() {
        guard isActive else { return }
        guard let head else {
            connection?.resume(id)
            return
        }
        self.head = nil
        let hasBody = !stream.isComplete || stream.unsent > 0
        stream.hasSentEnd = !hasBody
        connection?.submit(HTTP2Fields(head), on: id, hasBody ? stream : nil)
    }

    func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all else {
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        if let promise { closeFuture.cascade(to: promise) }
        if isActive { connection?.reset(id, stream.isComplete ? NGHTTP2_NO_ERROR : NGHTTP2_CANCEL) }
    }

    /// Does not close the stream, because the router also receives the error and can still send a response.
    func errorCaught0(error: any Error) {}

    func channelRead0(_ data: NIOAny) {}

    // MARK: Unsupported operations

    func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func register0(promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.operationUnsupported) }
    func registerAlreadyConfigured0(promise: EventLoopPromise<Void>?) { register0(promise: promise) }
    func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) { register0(promise: promise) }
    func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) { register0(promise: promise) }
    func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { register0(promise: promise) }

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
}
