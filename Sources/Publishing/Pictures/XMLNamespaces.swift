/// The namespaces of an element's prefixes.
struct XMLNamespaces {
    static let svg = "http://www.w3.org/2000/svg"
    static let html = "http://www.w3.org/1999/xhtml"
    /// Languages that browsers or other programs interpret.
    static let known: Set = [
        svg, html, "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/1999/XSL/Transform",
        "http://www.w3.org/2001/XInclude", "http://www.w3.org/2001/xml-events", "http://www.w3.org/ns/xbl",
        "http://www.mozilla.org/xbl", "http://www.mozilla.org/keymaster/gatekeeper/there.is.only.xul",
    ]

    /// Namespaces by prefix; the default namespace has an empty prefix.
    private var namespaces: [String: String] = [:]

    /// Limits the cost: each element that adds a namespace copies the inherited ones.
    private static let maximum = 100

    /// The namespaces of an element with these attributes.
    func adding(_ attributes: [(name: String, value: String)]) throws(PictureFault) -> XMLNamespaces {
        var added = self
        for (name, value) in attributes {
            if name == "xmlns" { added.namespaces[""] = value }
            if name.hasPrefix("xmlns:") { added.namespaces[String(name.dropFirst(6))] = value }
            guard added.namespaces.count <= Self.maximum else { throw PictureFault("has too many namespaces") }
        }
        return added
    }

    /// The namespace of an element, empty if it has none, and its local name.
    func resolve(_ name: String) -> (namespace: String, local: String) {
        guard let colon = name.firstIndex(of: ":") else { return (namespaces[""] ?? "", name) }
        return (namespaces[String(name[..<colon])] ?? "", String(name[name.index(after: colon)...]))
    }
}
