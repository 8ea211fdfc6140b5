/// Rejects styles that load or execute something, in style sheets, `style` attributes and presentation attributes.
///
/// Styles are not parsed. Escapes are decoded first, since browsers treat an escaped letter as the letter. Then the
/// style is searched for words that load or execute something, regardless of context. Comments and strings with these
/// words are rejected as well, but no way of parsing the style can reveal words that this check misses.
enum StyleChecker {
    private static let refusedWords = [
        "@import", "@namespace", "javascript:", "vbscript:", "expression(", "image(", "image-set(", "cross-fade(",
        "src(", "-moz-binding", "progid:",
    ].map { Array($0.utf8) }
    private static let urlWord = Array("url(".utf8)

    static func check(_ text: String) throws(PictureFault) {
        let bytes = Array(text.utf8)
        try check(StyleText(bytes, joinsLines: true))
        // In a quoted string, an escaped newline is removed; elsewhere it separates words.
        if StyleText.hasEscapedLine(bytes) { try check(StyleText(bytes, joinsLines: false)) }
    }

    private static func check(_ style: StyleText) throws(PictureFault) {
        for word in refusedWords where style.firstPosition(of: word) != nil {
            let name = String(decoding: word, as: UTF8.self)
            throw PictureFault("has \(name) in a style, which is not allowed in a picture")
        }
        var position = 0
        while let found = style.firstPosition(of: urlWord, from: position) {
            position = found + urlWord.count
            guard isInside(style.target(at: position)) else {
                let target = String(decoding: style.bytes[position...].prefix(60), as: UTF8.self)
                throw PictureFault("refers to an external resource: url(\(target)")
            }
        }
    }

    /// Whether a URL refers to a part of the file, or is a data URL of a picture.
    static func isInside(_ address: ArraySlice<UInt8>) -> Bool {
        if address.first == UInt8(ascii: "#") { return true }
        let start = String(decoding: address.prefix(64), as: UTF8.self).lowercased()
        return pictureStarts.contains { start.hasPrefix($0) }
    }

    /// Illustrator writes `img`, and browsers detect the format themselves. SVG would be a document of its own.
    private static let pictureStarts = ["image", "img"].flatMap { type in
        ["png", "jpeg", "jpg", "webp", "gif", "avif"].flatMap { format in
            ["", "charset=utf-8;", "charset=utf8;"].map { "data:\(type)/\(format);\($0)base64," }
        }
    }
}
