import CQREncode

/// A QR code that phones scan.
struct QRCode {
    /// The rows from top to bottom: `1` for each dark module, `0` for each light one, without the quiet zone.
    let rows: [String]

    /// - Returns: nil if the text is too long or has a NUL character.
    init?(_ text: String) {
        // Level M restores up to 15 % of a code that is partly covered or reflects light.
        guard !text.utf8.contains(0),
            let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        rows = (0..<width).map { row in
            String(decoding: (0..<width).map { UInt8(ascii: "0") + (modules[row * width + $0] & 1) }, as: UTF8.self)
        }
    }
}
