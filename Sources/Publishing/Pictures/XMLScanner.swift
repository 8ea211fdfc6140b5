/// Splits an XML text without a document type into its parts.
struct XMLScanner {
    enum Token {
        case start(String, [(name: String, value: String)], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    private let text: [Unicode.Scalar]
    private var position: Int

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
        position = self.text.first == "\u{FEFF}" ? 1 : 0
    }

    mutating func next() throws(PictureFault) -> Token? {
        guard position < text.count else { return nil }
        if text[position] != "<" { return .text(try characters(String(string(until: "<")))) }
        if skip("<!--") {
            let comment = try string(through: "-->")
            guard !comment.contains("--") else { throw Self.malformed }
            return .text("")
        }
        if skip("<![CDATA[") { return .text(try string(through: "]]>")) }
        if skip("<?") { return try declaration() }
        if skip("<!") { throw PictureFault("has a document type, which is not allowed in a picture") }
        if skip("</") {
            let name = try name()
            skipSpace()
            guard skip(">") else { throw Self.malformed }
            return .end(name)
        }
        position += 1
        return try start()
    }

    /// `<?xml …?>` at the start of the file; any other instruction could name a style sheet.
    private mutating func declaration() throws(PictureFault) -> Token {
        let start = position
        let content = try string(through: "?>").lowercased()
        guard start <= 3, content.hasPrefix("xml ") else {
            throw PictureFault("has a processing instruction, which is not allowed in a picture")
        }
        guard !content.contains("encoding") || content.contains("utf-8") else {
            throw PictureFault("is no SVG document in UTF-8")
        }
        return .text("")
    }

    private mutating func start() throws(PictureFault) -> Token {
        let name = try name()
        var attributes: [(name: String, value: String)] = []
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return .start(name, attributes, isEmpty: true) }
            if skip(">") { return .start(name, attributes, isEmpty: false) }
            guard hadSpace else { throw Self.malformed }
            let attribute = try self.name()
            skipSpace()
            guard skip("="), !attributes.contains(where: { $0.name == attribute }) else { throw Self.malformed }
            skipSpace()
            let quote = skip("\"") ? "\"" : skip("'") ? "'" : ""
            guard !quote.isEmpty else { throw Self.malformed }
            let value = try string(through: quote)
            guard !value.contains("<") else { throw Self.malformed }
            attributes.append((attribute, try characters(value)))
        }
    }

    private mutating func name() throws(PictureFault) -> String {
        let start = position
        while position < text.count, Self.isNameCharacter(text[position]) { position += 1 }
        guard position > start else { throw position < text.count ? Self.malformed : .truncated }
        return String(String.UnicodeScalarView(text[start..<position]))
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ":", "_", "-", ".": true
        default: false
        }
    }

    /// A text with its references to characters replaced.
    private func characters(_ raw: String) throws(PictureFault) -> String {
        guard raw.contains("&") else { return raw }
        var result = ""
        let parts = raw.split(separator: "&", omittingEmptySubsequences: false)
        result += parts.first ?? ""
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";") else { throw Self.malformed }
            result.unicodeScalars.append(try Self.character(part[..<end]))
            result += part[part.index(after: end)...]
        }
        return result
    }

    private static func character(_ name: Substring) throws(PictureFault) -> Unicode.Scalar {
        let known: [Substring: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        if let scalar = known[name] { return scalar }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value > 0 else {
            throw PictureFault("has the entity \(name.prefix(40)), which is not allowed in a picture")
        }
        return scalar
    }

    // MARK: Characters

    private static let malformed = PictureFault.malformed("it is no well-formed XML")

    private func isNext(_ word: String) -> Bool { text[position...].starts(with: word.unicodeScalars) }

    private mutating func skip(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < text.count, [" ", "\t", "\n", "\r"].contains(text[position]) { position += 1 }
        return position > start
    }

    private mutating func string(until end: Unicode.Scalar) -> String {
        let start = position
        while position < text.count, text[position] != end { position += 1 }
        return String(String.UnicodeScalarView(text[start..<position]))
    }

    /// The text up to a word, which is skipped.
    private mutating func string(through word: String) throws(PictureFault) -> String {
        let start = position
        while position < text.count {
            if isNext(word) {
                defer { position += word.unicodeScalars.count }
                return String(String.UnicodeScalarView(text[start..<position]))
            }
            position += 1
        }
        throw .truncated
    }
}
