import CLibNGHTTP2
import HTTPTypes

/// The fields of a response in the format of libnghttp2, with all names and values in one allocation. Built once for
/// all streams that get the response.
final class HTTP2Fields: @unchecked Sendable {
    // Immutable after `init`.
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let pairs: UnsafeMutableBufferPointer<nghttp2_nv>

    /// - Parameter fields: lower-case names and their values, with the status first.
    init(_ fields: [(name: String, value: String)]) {
        text = .allocate(capacity: fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        pairs = .allocate(capacity: fields.count)
        var position = 0
        for (index, field) in fields.enumerated() {
            let (name, nameLength) = Self.store(field.name, in: text, at: &position)
            let (value, valueLength) = Self.store(field.value, in: text, at: &position)
            pairs.initializeElement(
                at: index,
                to: nghttp2_nv(
                    name: name, value: value, namelen: nameLength, valuelen: valueLength,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
        }
    }

    convenience init(_ head: HTTPResponse) {
        let fields = head.headerFields.map { ($0.name.canonicalName, $0.value) }
        self.init([(":status", String(head.status.code))] + fields)
    }

    deinit {
        text.deallocate()
        pairs.deallocate()
    }

    private static func store(
        _ string: String, in text: UnsafeMutableBufferPointer<UInt8>, at position: inout Int
    ) -> (UnsafeMutablePointer<UInt8>?, Int) {
        let start = position
        for byte in string.utf8 {
            text.initializeElement(at: position, to: byte)
            position += 1
        }
        return (text.baseAddress.map { $0 + start }, position - start)
    }

    /// The memory use in bytes.
    var weight: Int { text.count + pairs.count * MemoryLayout<nghttp2_nv>.stride }

    func withPairs<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        body(UnsafeBufferPointer(pairs))
    }
}
