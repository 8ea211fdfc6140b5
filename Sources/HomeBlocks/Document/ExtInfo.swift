/// Content of a section that has no cards: banners, music videos, or what another layout keeps there.
public enum ExtInfo: Codable, Sendable, Equatable {
    /// The banner section.
    case banners(BannerList)
    /// The music video section.
    case mlogs([MlogEntry])
    /// Any other layout's own content.
    case other(JSONValue)

    public init(from decoder: any Decoder) throws {
        if let list = try? BannerList(from: decoder) {
            self = .banners(list)
        } else if let entries = try? [MlogEntry](from: decoder), !entries.isEmpty {
            self = .mlogs(entries)
        } else {
            self = .other(try JSONValue(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .banners(let list): try list.encode(to: encoder)
        case .mlogs(let entries): try entries.encode(to: encoder)
        case .other(let value): try value.encode(to: encoder)
        }
    }
}
