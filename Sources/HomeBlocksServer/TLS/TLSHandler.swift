import NIOCore
import NIOTLS

/// Adds TLS between a socket and the HTTP handlers. It encrypts only as fast as the peer reads. Pending writes stay
/// plaintext, whose buffers connections often share.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase { case handshake, open, outputEnded, closed }

    private let connection: TLSConnection
    private var phase = Phase.handshake
    private var queue = TLSWriteQueue()
    private var isSending = false
    /// Whether the HTTP handlers have requested a read and have not received anything since.
    private var isReadDue = false
    private var hasReportedEnd = false
    /// The promise of an output close that waits for pending writes.
    private var outputClose: EventLoopPromise<Void>?
    /// Closes the socket if the peer does not respond to `close_notify`.
    private var closeTimeout: Scheduled<Void>?
    private var isClosing: Bool { closeTimeout != nil }

    /// The maximum number of bytes of OpenSSL's own messages that may wait for the peer to read.
    private static let maximumUnreadOutput = 64 << 10
    /// How long a close waits for the peer. If data arrives at a closed socket, the kernel resets the connection, and
    /// the peer loses the data that it has not read yet.
    private static let closeTime = TimeAmount.seconds(2)

    /// - Throws: ``TLSError`` if memory runs out.
    init(serverOf context: TLSContext, allocator: ByteBufferAllocator) throws(TLSError) {
        connection = try TLSConnection(context, isServer: true, allocator: allocator)
    }

    /// - Throws: ``TLSError`` if memory runs out.
    init(clientOf context: TLSContext, allocator: ByteBufferAllocator) throws(TLSError) {
        connection = try TLSConnection(context, isServer: false, allocator: allocator)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { advance(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        advance(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        phase = .closed
        closeTimeout?.cancel()
        for promise in queue.removeAll() { promise.fail(ChannelError.ioOnClosedChannel) }
        outputClose?.fail(ChannelError.ioOnClosedChannel)
        outputClose = nil
    }

    // MARK: Input

    func read(context: ChannelHandlerContext) {
        isReadDue = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .closed else { return }
        do { try connection.receive(unwrapInboundIn(data)) } catch { return closeNow(context) }
        advance(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // A partial record or handshake message does not satisfy the read.
        if isReadDue { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .some(.inputClosed) = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        if phase == .handshake { closeNow(context) } else { reportEnd(context) }
    }

    private func advance(_ context: ChannelHandlerContext) {
        do {
            if phase == .handshake {
                let isDone = try connection.handshake()
                if isDone { phase = .open }
                flushOutput(context)
                guard isDone, phase == .open else { return }
                context.fireUserInboundEventTriggered(
                    TLSUserEvent.handshakeCompleted(negotiatedProtocol: connection.negotiatedProtocol))
                send(context)
            }
            try deliver(context)
        } catch {
            // Sends the alert with the reason.
            if phase != .closed, let alert = connection.takeOutput() {
                context.writeAndFlush(wrapOutboundOut(alert), promise: nil)
            }
            closeNow(context)
        }
    }

    private func deliver(_ context: ChannelHandlerContext) throws {
        guard phase != .closed else { return }
        let content = try connection.decrypt()
        if !isClosing, content.readableBytes > 0 {
            isReadDue = false
            context.fireChannelRead(wrapInboundOut(content))
        }
        // Send OpenSSL's own messages, for example a key update.
        flushOutput(context)
        if connection.hasInputEnded { reportEnd(context) }
    }

    private func reportEnd(_ context: ChannelHandlerContext) {
        guard phase != .closed, !hasReportedEnd else { return }
        hasReportedEnd = true
        if !isClosing { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
        // Both directions have ended. Pending bytes are sent first.
        if phase == .outputEnded { closeWhenSent(context) }
    }

    // MARK: Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard phase == .handshake || phase == .open, outputClose == nil else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        queue.append(unwrapOutboundIn(data), promise)
    }

    func flush(context: ChannelHandlerContext) {
        queue.mark()
        send(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        send(context)
        context.fireChannelWritabilityChanged()
    }

    /// Encrypts and sends flushed writes as long as the peer reads.
    private func send(_ context: ChannelHandlerContext) {
        guard phase == .open, !isSending else { return }
        isSending = true
        defer { isSending = false }
        while phase == .open, context.channel.isWritable, queue.isDue {
            var sent: EventLoopPromise<Void>?
            let isEncrypted: Void? = try? queue.encrypt(with: connection) { promise in
                let all = sent ?? context.eventLoop.makePromise()
                sent = all
                all.futureResult.cascade(to: promise)
            }
            guard isEncrypted != nil else {
                sent?.fail(ChannelError.ioOnClosedChannel)
                return closeNow(context)
            }
            context.writeAndFlush(wrapOutboundOut(connection.takeOutput() ?? ByteBuffer()), promise: sent)
        }
        if phase == .open, let outputClose, queue.isEmpty {
            self.outputClose = nil
            endOutput(context, outputClose)
        }
        flushOutput(context)
    }

    /// Sends encrypted bytes if the peer reads. Closes the connection if the peer provokes messages without reading
    /// them.
    private func flushOutput(_ context: ChannelHandlerContext) {
        guard phase != .open || context.channel.isWritable else {
            return connection.outputSize > Self.maximumUnreadOutput ? closeNow(context) : ()
        }
        guard phase != .closed, let output = connection.takeOutput() else { return }
        context.writeAndFlush(wrapOutboundOut(output), promise: nil)
    }

    // MARK: Closing

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch (mode, phase) {
        case (.input, _), (_, .closed): context.close(mode: mode, promise: promise)
        case (.output, .open):
            queue.mark()
            if let outputClose {
                if let promise { outputClose.futureResult.cascade(to: promise) }
            } else {
                outputClose = promise ?? context.eventLoop.makePromise()
            }
            send(context)
        case (.output, .outputEnded): promise?.fail(ChannelError.outputClosed)
        case (_, .handshake): closeNow(context, promise)
        case (_, _): closeAll(context, promise)
        }
    }

    /// Sends `close_notify`, unless pending writes are discarded, because then the peer must not treat the response as
    /// complete.
    private func closeAll(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        guard !queue.hasContent, context.channel.isWritable else { return closeNow(context, promise) }
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        guard !isClosing else { return }
        closeTimeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeTime) { [weak self] in
            self?.closeNow(context)
        }
        if phase == .open { endOutput(context, nil) }
        if hasReportedEnd { return closeWhenSent(context) }
        isReadDue = true
        context.read()
    }

    private func endOutput(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        phase = .outputEnded
        connection.endOutput()
        write(connection.takeOutput() ?? ByteBuffer(), context) { [weak self] in
            // Both directions have ended.
            guard let self, !hasReportedEnd else { return context.close(promise: promise) }
            context.close(mode: .output, promise: promise)
        }
    }

    private func closeWhenSent(_ context: ChannelHandlerContext) {
        // An empty write completes after all pending ones.
        write(ByteBuffer(), context) { [weak self] in self?.closeNow(context) }
    }

    /// Writes bytes and calls back once they are sent or can no longer be sent.
    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, then body: @escaping () -> Void) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: sent)
        sent.futureResult.assumeIsolated().whenComplete { _ in body() }
    }

    private func closeNow(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil) {
        end()
        context.close(promise: promise)
    }
}

@available(*, unavailable)
extension TLSHandler: Sendable {}
