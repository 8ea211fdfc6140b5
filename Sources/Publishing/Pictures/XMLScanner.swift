/// Splits an XML text into its parts. It reads no entities but those of XML itself, since a document type that defines
/// others is refused.
struct XMLScanner {
    enum Token {
        case start(String, [(name: String, value: String)], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    private let text: [Unicode.Scalar]
    private(set) var position: Int
    /// Where the document begins, behind a byte order mark.
    let start: Int
    /// Whether an element or a document type was read, so that no document type may follow.
    var hasBegun = false

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
        start = self.text.first == "\u{FEFF}" ? 1 : 0
        position = start
    }

    /// Whether every character is one of ASCII, which many encodings have in common.
    var isASCII: Bool { text.allSatisfy(\.isASCII) }

    mutating func next() throws(PictureFault) -> Token? {
        guard position < text.count else { return nil }
        if text[position] != "<" { return .text(try characters(String(string(until: "<")))) }
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
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return .start(name, attributes, isEmpty: true) }
            if skip(">") { return .start(name, attributes, isEmpty: false) }
            guard hadSpace else { throw Self.malformed }
            let attribute = try self.name()
            skipSpace()
            guard skip("="), !attributes.contains(where: { $0.name == attribute }) else { throw Self.malformed }
            skipSpace()
            let value = try quoted()
            guard !value.unicodeScalars.contains("<") else { throw Self.malformed }
            attributes.append((attribute, try characters(value)))
        }
    }

    /// A text in quotation marks, with its references.
    mutating func quoted() throws(PictureFault) -> String {
        let mark = skip("\"") ? "\"" : skip("'") ? "'" : ""
        guard !mark.isEmpty else { throw Self.malformed }
        return try string(through: mark)
    }

    mutating func name() throws(PictureFault) -> String {
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
        let raw = raw.unicodeScalars
        guard raw.contains("&") else { return String(raw) }
        var result = String.UnicodeScalarView()
        let parts = raw.split(separator: "&", omittingEmptySubsequences: false)
        if let first = parts.first { result += first }
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";") else { throw Self.malformed }
            result.append(try Self.character(Substring(part[..<end])))
            result += part[part.index(after: end)...]
        }
        return String(result)
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

    static let malformed = PictureFault.malformed("it is not well-formed XML")

    func isNext(_ word: String) -> Bool { text[position...].starts(with: word.unicodeScalars) }

    mutating func skip(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    @discardableResult
    mutating func skipSpace() -> Bool {
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
    mutating func string(through word: String) throws(PictureFault) -> String {
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
