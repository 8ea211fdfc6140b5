/// Checks that an SVG file is a single document that executes nothing and loads nothing external.
///
/// Reads a small subset of XML: elements with their namespaces, attributes, text, comments and CDATA. Custom entities,
/// processing instructions, and elements of HTML and other languages that browsers support are rejected, so that
/// browsers cannot interpret the file differently.
struct SVGChecker {
    private static let maximumElements = 50_000
    private static let maximumDepth = 100

    private struct OpenElement {
        let name: String
        let kind: SVGElementKind
        let namespaces: XMLNamespaces
    }

    private var scanner: XMLScanner
    private var open: [OpenElement] = []
    private var size: PictureSize?
    private var count = 0
    /// The text of the current style sheet. Comments and CDATA split it into several tokens; browsers read it as one.
    private var style = ""

    static func check(_ bytes: [UInt8]) throws(PictureFault) -> PictureSize {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw PictureFault("is not an SVG document in UTF-8")
        }
        var checker = SVGChecker(scanner: XMLScanner(bytes))
        return try checker.check()
    }

    private init(scanner: XMLScanner) { self.scanner = scanner }

    private mutating func check() throws(PictureFault) -> PictureSize {
        while let token = try scanner.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                try begin(name, attributes)
                if isEmpty { try end(name) }
            case .end(let name): try end(name)
            case .text(let text): try read(text)
            }
        }
        guard let size else { throw .noImage }
        guard open.isEmpty else { throw .truncated }
        return size
    }

    private mutating func begin(
        _ name: String, _ attributes: [(name: String, value: String)]
    ) throws(PictureFault) {
        guard size == nil || !open.isEmpty else { throw .trailing() }
        guard open.last?.kind != .style else { throw .malformed("a style element of the SVG file contains elements") }
        count += 1
        guard count <= Self.maximumElements, open.count < Self.maximumDepth else {
            throw PictureFault("has too many elements, or nests them too deeply")
        }
        let namespaces = try (open.last?.namespaces ?? XMLNamespaces()).adding(attributes)
        let kind = try SVGElementKind(name, attributes, namespaces, in: open.last?.kind)
        try SVGAttributes.check(attributes, of: kind)
        if size == nil { size = try SVGSize.of(attributes) }
        open.append(OpenElement(name: name, kind: kind, namespaces: namespaces))
    }

    private mutating func end(_ name: String) throws(PictureFault) {
        guard let element = open.popLast(), element.name == name else {
            throw .malformed("an element of the SVG file has no end tag")
        }
        guard element.kind == .style else { return }
        try StyleChecker.check(style)
        style = ""
    }

    private mutating func read(_ text: String) throws(PictureFault) {
        guard let kind = open.last?.kind else {
            guard text.allSatisfy(\.isWhitespace) else { throw .trailing() }
            return
        }
        if kind == .style { style += text }
        guard !kind.isForeignObject || text.allSatisfy(\.isWhitespace) else {
            throw PictureFault("has text in the element foreignObject, which is not allowed in a picture")
        }
    }
}
