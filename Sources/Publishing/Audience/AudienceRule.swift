import HomeBlocks

/// An audience as a page looks at it with each read: one reference, so that nothing of it is copied.
final class AudienceRule: Sendable, Equatable {
    let audience: Audience
    /// The place of its seed among those of the page.
    let seed: Int
    /// One bit for each platform that belongs to it.
    private let platforms: UInt8

    init(_ audience: Audience, seed: Int) {
        self.audience = audience
        self.seed = seed
        platforms = audience.platforms?.reduce(0) { $0 | $1.bit } ?? .max
    }

    static func == (left: AudienceRule, right: AudienceRule) -> Bool { left.audience == right.audience }

    func includes(_ client: ClientContext, place: (_ uid: String) -> Int) -> Bool {
        if platforms != .max, (client.platform?.bit ?? 0) & platforms == 0 { return false }
        return audience.includesApart(client, place: place)
    }
}

extension Platform {
    fileprivate var bit: UInt8 {
        switch self {
        case .ios: 1
        case .android: 2
        case .web: 4
        }
    }
}
