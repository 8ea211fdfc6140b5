/// How browsers interpret an element of an SVG file.
enum SVGElementKind: Equatable {
    case svg(String)
    /// A style sheet.
    case style
    /// An element that changes an attribute of another one.
    case animation
    case foreignObject
    /// An empty HTML box in a foreign object. Figma writes one for background blur and for gradients that SVG lacks.
    case box
    /// An element in a namespace that browsers do not support, such as metadata or a program's settings.
    case foreign

    private static let animations: Set = ["animate", "animateMotion", "animateTransform", "set"]
    private static let others: Set = [
        "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "image", "title", "desc", "metadata", "linearGradient", "radialGradient", "stop",
        "pattern", "clipPath", "mask", "marker", "filter", "switch", "view", "mpath", "feBlend", "feColorMatrix",
        "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
        "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur",
        "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
        "feSpotLight", "feTile", "feTurbulence",
        // From SVG 1.1 and drafts, unsupported by browsers: Illustrator, CorelDRAW and Inkscape write them.
        "font", "font-face", "font-face-src", "font-face-name", "glyph", "missing-glyph", "hkern", "vkern", "flowRoot",
        "flowRegion", "flowPara", "flowSpan", "flowDiv", "meshgradient", "meshrow", "meshpatch", "solidcolor",
        "solidColor", "hatch", "hatchpath",
    ]

    var isForeignObject: Bool { self == .foreignObject || self == .box }

    init(
        _ name: String, _ attributes: [(name: String, value: String)], _ namespaces: XMLNamespaces,
        in parent: SVGElementKind?
    ) throws(PictureFault) {
        let (namespace, local) = namespaces.resolve(name)
        guard parent != nil || namespace == XMLNamespaces.svg && local == "svg" else {
            throw PictureFault(
                "is not an SVG document: it needs a root element svg with xmlns=\"\(XMLNamespaces.svg)\"")
        }
        let refusal = PictureFault("has the element \(name.prefix(40)), which is not allowed in a picture")
        guard parent != .box, local.lowercased() != "script" else { throw refusal }
        switch namespace {
        case XMLNamespaces.svg:
            guard parent != .foreignObject else { throw refusal }
            if local == "style" {
                self = .style
            } else if local == "foreignObject" {
                self = .foreignObject
            } else if Self.animations.contains(local) {
                self = .animation
            } else if Self.others.contains(local) {
                self = .svg(local)
            } else {
                throw refusal
            }
        case XMLNamespaces.html:
            let style = attributes.first { $0.name == "style" }?.value ?? ""
            guard parent == .foreignObject, name == "div", !style.isEmpty,
                attributes.allSatisfy({ ["style", "xmlns"].contains($0.name) })
            else { throw refusal }
            self = .box
        case let other where XMLNamespaces.known.contains(other): throw refusal
        default:
            // Elsewhere, an element without a prefix is meant to be SVG.
            guard local != name || parent == .foreign || parent == .svg("metadata") else {
                throw PictureFault("has elements that are not SVG")
            }
            self = .foreign
        }
    }
}
