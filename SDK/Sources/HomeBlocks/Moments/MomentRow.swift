public import Foundation

/// A row of a moment with what it shows.
public enum MomentRow: Sendable, Equatable, Identifiable {
    /// Who shares.
    case top(MomentAuthor)
    /// The text, with no picture or with a grid of several.
    case header(text: String, images: [MomentImage])
    /// The text with one picture in its own shape.
    case imageSingle(text: String, image: MomentImage)
    /// Where it was.
    case location(MomentPlace)
    /// When it was, who likes it and what they say.
    case bottom(publishTime: Date, likes: [MomentLike], comments: [MomentComment])

    /// Which row of the moment it is; no moment has two of a kind.
    public enum Kind: String, Sendable, CaseIterable {
        case top, header, imageSingle, location, bottom
    }

    public var id: Kind {
        switch self {
        case .top: .top
        case .header: .header
        case .imageSingle: .imageSingle
        case .location: .location
        case .bottom: .bottom
        }
    }
}
