/// Splits an XML document into tokens. Supports only XML's predefined entities, since a document type that defines
/// others is rejected.
struct XMLScanner {
    enum Token {
        case start(String, [(name: String, value: String)], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    /// The document in UTF-8. All delimiters are ASCII.
    private let text: [UInt8]
    private(set) var position: Int
    /// Where the document begins, after any byte order mark.
    let start: Int
    /// Whether an element or a document type was read, so that no document type may follow.
    var hasBegun = false

    init(_ text: [UInt8]) {
        self.text = text
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        start = text.starts(with: mark) ? mark.count : 0
        position = start
    }

    /// Whether every character is ASCII, which many encodings share.
    var isASCII: Bool { text.allSatisfy { $0 < 0x80 } }

    mutating func next() throws(PictureFault) -> Token? {
        guard position < text.count else { return nil }
        if text[position] != UInt8(ascii: "<") { return .text(try characters(string(until: UInt8(ascii: "<")))) }
        if skip("<!--") {
            let comment = try string(through: "-->")
            guard !comment.contains("--") else { throw Self.malformed }
            return .text("")
        }
        if skip("<![CDATA[") { return .text(try string(through: "]]>")) }
        if skip("<?") {
            try skipInstruction()
            return .text("")
        }
        if skip("<!DOCTYPE") {
            try skipDocumentType()
            return .text("")
        }
        if skip("<!") { throw Self.malformed }
        if skip("</") {
            let name = try name()
            skipSpace()
            guard skip(">") else { throw Self.malformed }
            return .end(name)
        }
        position += 1
        hasBegun = true
        return try startTag()
    }

    private mutating func startTag() throws(PictureFault) -> Token {
        let name = try name()
        var attributes: [(name: String, value: String)] = []
        var names: Set<String> = []
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return .start(name, attributes, isEmpty: true) }
            if skip(">") { return .start(name, attributes, isEmpty: false) }
            guard hadSpace else { throw Self.malformed }
            let attribute = try self.name()
            skipSpace()
            guard skip("="), names.insert(attribute).inserted else { throw Self.malformed }
            skipSpace()
            let value = try quoted()
            guard !value.utf8.contains(UInt8(ascii: "<")) else { throw Self.malformed }
            attributes.append((attribute, try characters(value)))
        }
    }

    /// Reads a quoted string, without resolving its references.
    mutating func quoted() throws(PictureFault) -> String {
        let mark = skip("\"") ? "\"" : skip("'") ? "'" : ""
        guard !mark.isEmpty else { throw Self.malformed }
        return try string(through: mark)
    }

    mutating func name() throws(PictureFault) -> String {
        let start = position
        while position < text.count, Self.isNameCharacter(text[position]) { position += 1 }
        guard position > start else { throw position < text.count ? Self.malformed : .truncated }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Returns a text with its character references resolved.
    private func characters(_ raw: String) throws(PictureFault) -> String {
        guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
        var result = ""
        let parts = raw.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
        if let first = parts.first { result += Substring(first) }
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";") else { throw Self.malformed }
            result.unicodeScalars.append(try Self.character(Substring(part[..<end])))
            result += Substring(part[part.index(after: end)...])
        }
        return result
    }

    private static let entities: [Substring: Unicode.Scalar] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
    ]

    private static func character(_ name: Substring) throws(PictureFault) -> Unicode.Scalar {
        if let scalar = entities[name] { return scalar }
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

    static let malformed = PictureFault.malformed("it is not well-formed XML")

    func isNext(_ word: String) -> Bool { text[position...].starts(with: word.utf8) }

    mutating func skip(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        position += word.utf8.count
        return true
    }

    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = position
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
        return position > start
    }

    private mutating func string(until end: UInt8) -> String {
        let start = position
        position = text[start...].firstIndex(of: end) ?? text.count
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Reads the text up to a word, and skips the word.
    mutating func string(through word: String) throws(PictureFault) -> String {
        let start = position
        let first = word.utf8.first
        while position < text.count {
            if text[position] == first, isNext(word) {
                defer { position += word.utf8.count }
                return String(decoding: text[start..<position], as: UTF8.self)
            }
            position += 1
        }
        throw .truncated
    }
}
