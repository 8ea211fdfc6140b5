/// The size of an SVG picture, from its root element.
enum SVGSize {
    /// The pixels per unit (CSS Values and Units, 6.2).
    private static let units: [(suffix: String, pixels: Double)] = [
        ("px", 1), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96), ("pt", 96.0 / 72), ("pc", 16), ("q", 96 / 101.6),
    ]

    /// The width and the height. A missing one is computed from the view box.
    static func of(_ attributes: [(name: String, value: String)]) throws(PictureFault) -> PictureSize {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        let numbers = value("viewBox")?.split { $0.isWhitespace || $0 == "," }.map { number($0) } ?? []
        let box = numbers.count == 4 ? numbers[2].flatMap { width in numbers[3].map { (width, $0) } } : nil
        let (width, height) = (value("width").flatMap(pixels), value("height").flatMap(pixels))
        switch (width, height, box) {
        case (let width?, let height?, _): return size(width, height)
        case (let width?, nil, let box?): return size(width, width * box.1 / box.0)
        case (nil, let height?, let box?): return size(height * box.0 / box.1, height)
        case (nil, nil, let box?): return size(box.0, box.1)
        default: throw PictureFault("needs a width and a height in pixels, or a viewBox")
        }
    }

    private static func size(_ width: Double, _ height: Double) -> PictureSize {
        func rounded(_ length: Double) -> Int { max(1, Int(min(length, 1e9).rounded())) }
        return PictureSize(width: rounded(width), height: rounded(height))
    }

    private static func pixels(_ length: String) -> Double? {
        let text = length.trimmingPrefix { $0.isWhitespace }.lowercased().split(whereSeparator: \.isWhitespace).joined()
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return number(text[...]) }
        return number(text.dropLast(unit.suffix.count)).map { $0 * unit.pixels }
    }

    private static func number(_ text: Substring) -> Double? {
        guard let number = Double(text), number > 0, number < 1_000_000 else { return nil }
        return number
    }
}
