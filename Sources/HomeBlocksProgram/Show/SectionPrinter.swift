import Foundation

/// A section as lines of text.
struct SectionPrinter {
    /// What kind of section it is.
    let kind: String
    /// What the operators call it.
    let code: String
    let heading: String?
    /// Its size, in points.
    let size: CGSize
    let cards: [String]
    private static let mostCards = 12

    init(kind: String, code: String, heading: String? = nil, size: CGSize, cards: [String]) {
        self.kind = kind
        self.code = code
        self.heading = heading
        self.size = size
        self.cards = cards
    }

    func lines(at place: Int) -> [String] {
        let title = [heading, kind].compactMap(\.self).joined(separator: "  ")
        let first = "\(place). \(title)  (\(code), \(Self.points(size)))"
        let more = cards.count > Self.mostCards ? ["   … \(cards.count - Self.mostCards) more"] : []
        return [first.printable] + cards.prefix(Self.mostCards).map { "   \($0)".printable } + more
    }

    /// A document may ask for any size.
    private static func points(_ length: CGFloat) -> String {
        Int(exactly: length.rounded()).map(String.init) ?? "\(length)"
    }

    static func points(_ size: CGSize) -> String {
        "\(points(size.width)) × \(points(size.height))"
    }
}
