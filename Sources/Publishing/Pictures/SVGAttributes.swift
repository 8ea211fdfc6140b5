/// Checks that the attributes of an SVG element execute nothing and load nothing external.
enum SVGAttributes {
    /// Attributes with text, names or numbers, which no browser interprets as a style.
    private static let texts: Set = [
        "id", "class", "role", "lang", "d", "points", "viewBox", "unicode", "glyph-name", "name",
    ]

    static func check(
        _ attributes: [(name: String, value: String)], of kind: SVGElementKind
    ) throws(PictureFault) {
        for (name, value) in attributes {
            if name == "xmlns" || name.hasPrefix("xmlns:") {
                try checkNamespace(name, value, kind)
                continue
            }
            guard !isEvent(name) else {
                throw PictureFault("has the event handler \(name.prefix(40)), which is not allowed in a picture")
            }
            if isLink(name) {
                try checkLink(value)
            } else if isStyle(name, of: kind) {
                try StyleChecker.check(value)
            }
            if kind == .animation, name == "attributeName" { try checkAnimated(value) }
        }
    }

    private static func checkNamespace(_ name: String, _ value: String, _ kind: SVGElementKind) throws(PictureFault) {
        // Inkscape writes xmlns:svg. Elements with that prefix are checked like those without one.
        guard value != XMLNamespaces.svg, XMLNamespaces.known.contains(value) else { return }
        guard kind == .box, name == "xmlns" else {
            throw PictureFault("has elements that are not SVG: \(value)")
        }
    }

    private static func checkLink(_ value: String) throws(PictureFault) {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let target = Array(value.utf8.drop { space.contains($0) })
        guard target.isEmpty || StyleChecker.isInside(target[...]) else {
            throw PictureFault("refers to an external resource: \(value.prefix(80))")
        }
    }

    private static func checkAnimated(_ value: String) throws(PictureFault) {
        let name = String(value.filter { !$0.isWhitespace })
        guard !isLink(name), !isEvent(name), name.lowercased() != "style" else {
            throw PictureFault("has an animation of \(name.prefix(40)), which is not allowed in a picture")
        }
    }

    private static func isEvent(_ name: String) -> Bool {
        let local = localName(name)
        // Inkscape has attributes such as only_selected.
        return local.hasPrefix("on") && !local.contains { $0 == "_" || $0 == "-" }
    }

    private static func isLink(_ name: String) -> Bool { ["href", "src", "base"].contains(localName(name)) }

    /// Whether a browser may interpret the attribute as a style. Attributes in other namespaces are for other programs.
    private static func isStyle(_ name: String, of kind: SVGElementKind) -> Bool {
        guard kind != .foreign, !texts.contains(name) else { return false }
        guard !name.hasPrefix("data-"), !name.hasPrefix("aria-") else { return false }
        return !name.contains(":") || name.hasPrefix("xlink:") || name.hasPrefix("xml:")
    }

    private static func localName(_ name: String) -> String { name.split(separator: ":").last?.lowercased() ?? "" }
}
