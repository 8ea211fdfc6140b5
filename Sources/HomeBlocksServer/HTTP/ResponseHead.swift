import HTTPTypes
import NIOCore

/// The head of an answer as it goes over the wire, the same as the framework writes it.
enum ResponseHead {
    static let serverName = "homeblocks"

    /// - Parameters:
    ///   - length: how many bytes the body has; nil for an answer that has none.
    ///   - strictTransport: what `Strict-Transport-Security` says; nil if it is not sent.
    static func bytes(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?, strictTransport: String?, date: Int
    ) -> ByteBuffer {
        var head = ByteBuffer()
        head.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        func write(_ name: String, _ value: String) { head.writeString("\(name): \(value)\r\n") }
        for field in fields { write(field.name.rawName, field.value) }
        if let length { write("Content-Length", String(length)) }
        write("X-Content-Type-Options", "nosniff")
        if let strictTransport { write("Strict-Transport-Security", strictTransport) }
        write("Date", HTTPDate.text(date))
        write("Server", serverName)
        head.writeString("\r\n")
        return head
    }
}
