/// Checks that an SVG file is one document that runs nothing and loads nothing from elsewhere.
///
/// It reads a small part of XML: elements, attributes, text, comments and CDATA. A document type, entities of its own,
/// processing instructions and other namespaces for the elements of SVG and HTML are refused, so that browsers cannot
/// read anything else out of the file than this does.
enum SVGChecker {
    private static let namespace = "http://www.w3.org/2000/svg"
    private static let otherNamespaces: Set = [namespace, "http://www.w3.org/1999/xhtml"]
    private static let elements: Set = [
        "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "image", "title", "desc", "metadata", "linearGradient", "radialGradient", "stop",
        "pattern", "clipPath", "mask", "marker", "filter", "style", "switch", "view", "animate", "animateMotion",
        "animateTransform", "mpath", "set", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
        "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood",
        "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode",
        "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    ]
    /// Elements that change an attribute of another one.
    private static let animations: Set = ["animate", "animateMotion", "animateTransform", "set"]
    private static let mostElements = 50_000
    private static let mostDepth = 100

    static func check(_ bytes: [UInt8]) throws(PictureFault) -> PictureSize {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw PictureFault("is no SVG document in UTF-8")
        }
        var scanner = XMLScanner(text)
        var open: [String] = []
        var (root, count): (PictureSize?, Int) = (nil, 0)
        // Comments and CDATA split a style sheet into several texts, which are one to a browser.
        var style = ""
        while let token = try scanner.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                guard root == nil || !open.isEmpty else { throw .trailing }
                guard open.last != "style" else { throw .malformed("a style of the SVG file has elements") }
                count += 1
                guard count <= mostElements, open.count < mostDepth else {
                    throw PictureFault("has too many elements, or too many within each other")
                }
                try check(name, attributes, isRoot: root == nil)
                if root == nil { root = try size(attributes) }
                if !isEmpty { open.append(name) }
            case .end(let name):
                guard open.popLast() == name else { throw .malformed("an element of the SVG file has no end") }
                if name == "style" {
                    try checkStyle(style)
                    style = ""
                }
            case .text(let text):
                if open.last == "style" { style += text }
                guard !open.isEmpty || text.allSatisfy(\.isWhitespace) else { throw .trailing }
            }
        }
        guard let root else { throw .noImage }
        guard open.isEmpty else { throw .truncated }
        return root
    }

    private static func check(
        _ name: String, _ attributes: [(name: String, value: String)], isRoot: Bool
    ) throws(PictureFault) {
        if isRoot {
            guard name == "svg", attributes.contains(where: { $0.name == "xmlns" && $0.value == namespace }) else {
                throw PictureFault("is no SVG document: it needs a root element svg with xmlns=\"\(namespace)\"")
            }
        }
        // The prefixes of elements stand for namespaces that browsers do not know.
        guard name.contains(":") || elements.contains(name) else {
            throw PictureFault("has the element \(name.prefix(40)), which is not allowed in a picture")
        }
        for (attribute, value) in attributes {
            try check(attribute, value, isRoot: isRoot)
            guard animations.contains(name), attribute == "attributeName" else { continue }
            guard !isLink(value), !isEvent(value), value != "style" else {
                throw PictureFault("has an animation of \(value.prefix(40)), which is not allowed in a picture")
            }
        }
    }

    private static func check(_ attribute: String, _ value: String, isRoot: Bool) throws(PictureFault) {
        if attribute == "xmlns" {
            guard value == namespace else { throw PictureFault("has elements that are no SVG") }
            return
        }
        if attribute.hasPrefix("xmlns:") {
            guard !otherNamespaces.contains(value) else { throw PictureFault("has a second name for SVG or HTML") }
            return
        }
        guard !isEvent(attribute) else {
            throw PictureFault("has the script \(attribute.prefix(40)), which is not allowed in a picture")
        }
        if isLink(attribute) {
            let target = value.drop { $0.isWhitespace }
            let isPicture = ["png", "jpeg", "webp", "gif"].contains { target.hasPrefix("data:image/\($0);base64,") }
            guard target.hasPrefix("#") || isPicture || target.isEmpty else {
                throw PictureFault("refers to something outside of itself: \(target.prefix(80))")
            }
        }
        try checkStyle(value)
    }

    private static func isEvent(_ attribute: String) -> Bool {
        let name = attribute.split(separator: ":").last.map { $0.lowercased() } ?? ""
        return name.hasPrefix("on")
    }

    private static func isLink(_ attribute: String) -> Bool {
        ["href", "src", "base"].contains(attribute.split(separator: ":").last.map { $0.lowercased() } ?? "")
    }

    /// Refuses styles that load something.
    private static func checkStyle(_ text: String) throws(PictureFault) {
        let style = text.lowercased()
        for word in ["@import", "@namespace", "javascript:", "image-set(", "expression(", "src("]
        where style.contains(word) {
            throw PictureFault("has \(word) in a style, which is not allowed in a picture")
        }
        // An escape could stand for any letter.
        guard !style.contains("\\") || !style.contains("(") else {
            throw PictureFault("has an escape in a style, which is not allowed in a picture")
        }
        for part in style.split(separator: "url(", omittingEmptySubsequences: false).dropFirst() {
            let target = part.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
            guard target.hasPrefix("#") else {
                throw PictureFault("refers to something outside of itself: url(\(part.prefix(60))")
            }
        }
    }

    /// The width and the height of the root element, or else of its view box.
    private static func size(_ attributes: [(name: String, value: String)]) throws(PictureFault) -> PictureSize {
        func pixels(_ name: String) -> Int? {
            guard var text = attributes.first(where: { $0.name == name })?.value[...] else { return nil }
            if text.hasSuffix("px") { text = text.dropLast(2) }
            return rounded(text)
        }
        if let width = pixels("width"), let height = pixels("height") {
            return PictureSize(width: width, height: height)
        }
        let box = attributes.first { $0.name == "viewBox" }?.value.split { $0 == " " || $0 == "," } ?? []
        guard box.count == 4, let width = rounded(box[2]), let height = rounded(box[3]) else {
            throw PictureFault("needs a width and a height in pixels, or a viewBox")
        }
        return PictureSize(width: width, height: height)
    }

    private static func rounded(_ text: Substring) -> Int? {
        guard let number = Double(text), number > 0, number < 1_000_000 else { return nil }
        return Int(number.rounded(.up))
    }
}

/// Splits an XML text without a document type into its parts.
private struct XMLScanner {
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
