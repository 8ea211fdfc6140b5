/// Declarations and processing instructions, which may be before and between the elements of a document.
extension XMLScanner {
    /// Instructions that Adobe's programs write around and in metadata. Any other could refer to a style sheet or a
    /// program.
    private static let harmlessInstructions: Set = ["xpacket", "adobe-xap-filters", "adobe-xmp-filters"]
    /// Encodings that are supersets of ASCII.
    private static let compatibleEncodings: Set = ["us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]

    /// Skips a processing instruction, after its `<?`.
    mutating func skipInstruction() throws(PictureFault) {
        let begin = position - 2
        let name = try name()
        if name == "xml" {
            guard begin == start else { throw Self.malformed }
            return try skipDeclaration()
        }
        guard Self.harmlessInstructions.contains(name) else {
            throw PictureFault(
                "has the processing instruction \(name.prefix(40)), which is not allowed in a picture")
        }
        _ = try string(through: "?>")
    }

    /// Skips the rest of `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`.
    private mutating func skipDeclaration() throws(PictureFault) {
        while true {
            let hadSpace = skipSpace()
            if skip("?>") { return }
            guard hadSpace else { throw Self.malformed }
            let name = try name()
            skipSpace()
            guard skip("=") else { throw Self.malformed }
            skipSpace()
            let value = try quoted().lowercased()
            guard name == "encoding", value != "utf-8" else { continue }
            guard Self.compatibleEncodings.contains(value), isASCII else {
                throw PictureFault("is not an SVG document in UTF-8")
            }
        }
    }

    /// Skips a document type, after its `<!DOCTYPE`. Programs write one that refers to the DTD of SVG, which browsers
    /// do not load. One with its own declarations could define entities.
    mutating func skipDocumentType() throws(PictureFault) {
        guard !hasBegun, skipSpace() else { throw Self.malformed }
        hasBegun = true
        let root = try name()
        guard root.split(separator: ":").last == "svg" else {
            throw PictureFault("has the document type \(root.prefix(40)), which is not allowed in a picture")
        }
        let hadSpace = skipSpace()
        if hadSpace, skip("PUBLIC") {
            guard skipSpace() else { throw Self.malformed }
            _ = try quoted()
            guard skipSpace() else { throw Self.malformed }
            try checkGrammar(try quoted())
        } else if hadSpace, skip("SYSTEM") {
            guard skipSpace() else { throw Self.malformed }
            try checkGrammar(try quoted())
        }
        skipSpace()
        guard !isNext("[") else {
            throw PictureFault(
                "has a document type with declarations, which is not allowed in a picture: save it without them, "
                    + "in Illustrator without “Preserve Illustrator Editing Capabilities”")
        }
        guard skip(">") else { throw Self.malformed }
    }

    /// Programs other than browsers may load the DTD.
    private func checkGrammar(_ address: String) throws(PictureFault) {
        guard ["http://www.w3.org/", "https://www.w3.org/"].contains(where: { address.hasPrefix($0) }) else {
            throw PictureFault("refers to an external resource: \(address.prefix(80))")
        }
    }
}
