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
                guard root == nil || !open.isEmpty else { throw .trailing() }
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
                guard !open.isEmpty || text.allSatisfy(\.isWhitespace) else { throw .trailing() }
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
