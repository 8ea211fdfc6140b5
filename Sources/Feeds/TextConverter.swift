import Foundation
import Publishing

/// Converts text to UTF-8 with iconv.
final class TextConverter {
    private let descriptor: iconv_t
    /// How many bytes to skip at an invalid character.
    private let unit: Int

    private static let bufferBytes = 64 << 10

    /// - Returns: nil for an encoding that this system cannot read.
    init?(from name: String) {
        guard let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
        unit = name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1
    }

    deinit { iconv_close(descriptor) }

    /// The text, with ``FeedMapping/unreadable`` in place of invalid characters.
    func utf8(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var text: [UInt8] = []
        bytes.withUnsafeMutableBytes { source in
            var next = source.baseAddress?.assumingMemoryBound(to: CChar.self)
            var rest = source.count
            while rest > 0 {
                let error = convert(&next, &rest, to: &text)
                guard rest > 0, error != E2BIG else { continue }
                text += String(FeedMapping.unreadable).utf8
                let passed = min(unit, rest)
                next = next.map { $0 + passed }
                rest -= passed
            }
            // Some encodings hold back a character that may combine with the next one; flush it.
            next = nil
            _ = convert(&next, &rest, to: &text)
        }
        return text
    }

    /// Converts as much as fits into the buffer.
    ///
    /// - Returns: the `errno` that stopped the conversion; 0 if everything was converted.
    private func convert(
        _ next: inout UnsafeMutablePointer<CChar>?, _ rest: inout Int, to text: inout [UInt8]
    ) -> Int32 {
        var error: Int32 = 0
        text += [UInt8](unsafeUninitializedCapacity: Self.bufferBytes) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var end = buffer.baseAddress
                var room = buffer.count
                error = iconv(descriptor, &next, &rest, &end, &room) == -1 ? errno : 0
                count = buffer.count - room
            }
        }
        return error
    }
}
