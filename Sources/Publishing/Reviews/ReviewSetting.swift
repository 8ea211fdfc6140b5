public import HomeBlocks

/// How many people have to approve a page's changes before clients get them.
public struct ReviewSetting: Sendable, Equatable {
    /// 0 if the page is not reviewed.
    public let approvals: Int
    /// Since when the page is reviewed.
    public let since: Instant?

    public static let limits = 0...3

    public init(approvals: Int = 0, since: Instant? = nil) {
        self.approvals = approvals
        self.since = since
    }

    public var isOn: Bool { approvals > 0 }

    public var json: JSONValue { ["approvals": JSONValue(approvals)] }

    /// Returns the setting with another number of approvals.
    public func changed(to approvals: Int, at now: Instant) -> ReviewSetting {
        ReviewSetting(approvals: approvals, since: approvals == 0 ? nil : isOn ? since : now)
    }

    /// Checks that no takeover shows a page with weaker reviews to the readers of a page with stronger ones.
    ///
    /// - Parameters:
    ///   - shown: the settings of the pages that takeovers of the page show, now or later.
    ///   - showing: the settings of the pages whose takeovers show the page.
    public func check(
        shown: [(page: String, review: ReviewSetting)], showing: [(page: String, review: ReviewSetting)]
    ) throws(PublishingError) {
        if let weak = shown.first(where: { $0.review.approvals < approvals }) {
            throw .conflict(
                "A takeover of this page shows \"\(weak.page)\", which needs fewer approvals. Cancel the takeover, or "
                    + "change that page first.")
        }
        if let strong = showing.first(where: { $0.review.approvals > approvals }) {
            throw .conflict(
                "A takeover of \"\(strong.page)\" shows this page, and that page needs more approvals. Cancel the "
                    + "takeover first.")
        }
    }
}

extension BodyReader {
    /// Reads the number of approvals of a page's setting.
    mutating func approvals(_ name: String) -> Int? {
        guard let value = value(name) else { return nil }
        let limits = ReviewSetting.limits
        guard let members = value.object, members.keys.allSatisfy({ $0 == "approvals" }),
            let count = members["approvals"]?.int, limits.contains(count)
        else {
            issue(name, "must be {\"approvals\": N} with \(limits.lowerBound) to \(limits.upperBound)")
            return nil
        }
        return count
    }
}
