import CLibSSL
import NIOCore

/// One TLS connection of OpenSSL. It reads and writes buffers; ``TLSHandler`` connects them with a channel.
final class TLSConnection {
    private let ssl: OpaquePointer
    private let allocator: ByteBufferAllocator
    /// The bytes that have arrived and are not decrypted yet.
    private var input = ByteBuffer()
    /// The bytes that are encrypted and not sent yet.
    private var output = ByteBuffer()

    /// The number of bytes received that were not part of records with content.
    private var excess = 0
    private var hello = ClientHelloCheck()

    /// The limit of ``excess``. Key updates, empty records and renegotiations cost CPU and carry no content.
    private static let maximumExcess = 64 << 10
    /// The maximum number of bytes of content in a record.
    static let recordSize = 16 << 10
    /// The maximum size of a record's header, nonce, type and tag.
    private static let recordOverhead = 64

    /// - Throws: ``TLSError`` if memory runs out.
    init(_ context: TLSContext, isServer: Bool, allocator: ByteBufferAllocator) throws(TLSError) {
        guard let ssl = SSL_new(context.pointer) else { throw TLSError() }
        guard let bio = BIO_new(method.pointer) else {
            SSL_free(ssl)
            throw TLSError()
        }
        self.ssl = ssl
        self.allocator = allocator
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        SSL_set_bio(ssl, bio, bio)
        isServer ? SSL_set_accept_state(ssl) : SSL_set_connect_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// - Throws: ``TLSError`` if the first message is larger than that of any real client.
    func receive(_ bytes: ByteBuffer) throws(TLSError) {
        // Data after `close_notify` is ignored (RFC 8446, 6.1).
        guard !hasInputEnded else { return }
        try hello.receive(bytes)
        excess += bytes.readableBytes
        if input.readableBytes == 0 { input = bytes } else { input.writeImmutableBuffer(bytes) }
    }

    /// Continues the handshake.
    ///
    /// - Returns: whether it is done.
    func handshake() throws(TLSError) -> Bool {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 { return true }
        guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ else { throw TLSError() }
        return false
    }

    /// The protocol negotiated with ALPN.
    var negotiatedProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var size: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &size)
        return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(size)), as: UTF8.self) }
    }

    /// Whether the peer has sent `close_notify`.
    var hasInputEnded: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

    /// Decrypts everything that has arrived.
    func decrypt() throws(TLSError) -> ByteBuffer {
        let content = try readContent()
        excess = max(0, excess)
        guard excess <= Self.maximumExcess else { throw TLSError() }
        return content
    }

    private func readContent() throws(TLSError) -> ByteBuffer {
        var content = allocator.buffer(capacity: input.readableBytes)
        while input.readableBytes > 0 || SSL_has_pending(ssl) == 1 {
            ERR_clear_error()
            var count = 0
            let result = content.writeWithUnsafeMutableBytes(minimumWritableBytes: 1) { bytes in
                _ = SSL_read_ex(ssl, bytes.baseAddress, bytes.count, &count)
                return count
            }
            if result > 0 {
                // One record. A client may have padded it to its full size.
                excess -= Self.recordSize + Self.recordOverhead
                continue
            }
            switch SSL_get_error(ssl, 0) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_ZERO_RETURN: return content
            default: throw TLSError()
            }
        }
        return content
    }

    /// Encrypts bytes and appends them to the output. Also fails if the peer has sent only a part of a key update.
    func encrypt(_ bytes: ByteBuffer) throws(TLSError) {
        guard bytes.readableBytes > 0 else { return }
        let records = bytes.readableBytes / Self.recordSize + 1
        reserve(bytes.readableBytes + records * Self.recordOverhead)
        ERR_clear_error()
        var count = 0
        let result = bytes.withUnsafeReadableBytes { SSL_write_ex(ssl, $0.baseAddress, $0.count, &count) }
        guard result == 1 else { throw TLSError() }
    }

    /// Appends `close_notify` to the output.
    func endOutput() {
        ERR_clear_error()
        SSL_shutdown(ssl)
    }

    /// The number of encrypted bytes in the output.
    var outputSize: Int { output.readableBytes }

    /// Removes and returns the encrypted bytes; nil if there are none.
    func takeOutput() -> ByteBuffer? {
        guard output.readableBytes > 0 else { return nil }
        defer { output = ByteBuffer() }
        return output
    }

    private func reserve(_ count: Int) {
        if output.readableBytes == 0 {
            output = allocator.buffer(capacity: count)
        } else {
            output.reserveCapacity(minimumWritableBytes: count)
        }
    }

    // MARK: OpenSSL's input and output

    fileprivate func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(bytes.count, input.readableBytes)
        input.readWithUnsafeReadableBytes { readable in
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: readable.prefix(count)))
            return count
        }
        if input.readableBytes == 0 { input = ByteBuffer() }
        return count
    }

    fileprivate func write(_ bytes: UnsafeRawBufferPointer) { output.writeBytes(bytes) }
}

@available(*, unavailable)
extension TLSConnection: Sendable {}

/// The peer has violated TLS, no version or cipher suite is shared, or memory ran out.
struct TLSError: Error {}

// MARK: Callbacks

private struct Method: @unchecked Sendable {
    let pointer: OpaquePointer?
}

/// The BIO method through which OpenSSL reads and writes the bytes of a ``TLSConnection``.
private let method: Method = {
    let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "buffers")
    BIO_meth_set_read(method) { bio, bytes, count in
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        let read = connection(bio)?.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))) ?? 0
        guard read == 0 else { return Int32(read) }
        BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return -1
    }
    BIO_meth_set_write(method) { bio, bytes, count in
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        connection(bio)?.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
    }
    // Flushing is the only operation that must succeed.
    BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return Method(pointer: method)
}()

/// A free function, because a C function pointer cannot capture a type.
private func connection(_ bio: OpaquePointer?) -> TLSConnection? {
    BIO_get_data(bio).map { Unmanaged<TLSConnection>.fromOpaque($0).takeUnretainedValue() }
}
