import HomeBlocks

@testable public import Publishing

/// The values in an outcome.
extension ChangeOutcome {
    public var order: [String] { texts("order") }
    public var moved: [String] { texts("moved") }
    public var revision: Int? { data["revision"]?.int }

    public var block: BlockResource? {
        var members = data
        members[BlockResource.readOnlyMember] = nil
        return BlockResource(stored: .object(members))
    }

    public var blocks: [BlockResource] {
        (data["blocks"]?.array ?? []).compactMap { $0.object.flatMap { ChangeOutcome($0).block } }
    }

    /// The release; missing members are empty.
    public var release: Release {
        func text(_ name: String) -> String { data[name]?.string ?? "" }
        func instant(_ name: String) -> Instant { Instant(rfc3339: text(name)) ?? Instant(milliseconds: 0) }
        return Release(
            id: Int64(data["id"]?.int ?? 0), page: text("page"), revision: revision ?? 0, base: data["base"]?.int,
            at: instant("at"), state: Release.State(rawValue: text("state")) ?? .past, message: text("message"),
            createdBy: text("createdBy"), createdAt: instant("createdAt"),
            cancelled: data["cancelledBy"] == .null
                ? nil : Authorship(by: text("cancelledBy"), at: instant("cancelledAt")))
    }

    /// The sections that lost their feeds, and whether they were restored without.
    public var lostFeeds: [String: Bool] {
        let pairs = (data["lostFeeds"]?.array ?? []).compactMap { lost -> (String, Bool)? in
            guard let lost = lost.object, let block = lost["block"]?.string, let kept = lost["kept"]?.bool else {
                return nil
            }
            return (block, kept)
        }
        return [String: Bool](pairs) { $1 }
    }

    private func texts(_ name: String) -> [String] { (data[name]?.array ?? []).compactMap(\.string) }
}

extension ChangeOutcome: Equatable {
    public static func == (one: ChangeOutcome, other: ChangeOutcome) -> Bool { one.stored == other.stored }
}
