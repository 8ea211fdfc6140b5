import Foundation
import HomeBlocks

/// The cards of a block that the library shows, counted at the innermost level: songs of a column, likes of a moment.
struct ShownCards: Equatable {
    /// 0 if the section is lost.
    let count: Int
    /// The cards, or the section, that are reported as left out.
    let issues: [SectionIssue]

    /// Reads a block as pages do that had its layout before the mutation.
    init(_ block: Block, layout: String) {
        var issues: [SectionIssue] = []
        do throws(SectionIssue) {
            count = try Self.count(block, layout) { issues.append($0) }
        } catch {
            count = 0
            issues.append(error)
        }
        self.issues = issues
    }

    /// Reads a value that may not be a block.
    init(_ value: JSONValue, layout: String) {
        do {
            self.init(try Block.read(value), layout: layout)
        } catch {
            self.init(count: 0, issues: [SectionIssue(blockCode: nil, issue: error)])
        }
    }

    private init(count: Int, issues: [SectionIssue]) { (self.count, self.issues) = (count, issues) }

    private static func count(
        _ block: Block, _ layout: String, _ report: (SectionIssue) -> Void
    ) throws(SectionIssue) -> Int {
        switch layout {
        case "MOMENT":
            let moment = try Moment(block, report: report)
            for row in moment.rows { _ = row.size(in: ScreenMetrics(width: 320)) }
            return 1 + moment.images.count + moment.likes.count + moment.comments.count
        case "MOMENT_LIST":
            let list: [JSONValue] = (try? block.data("list")) ?? []
            return list.reduce(0) { count, card in
                do throws(SectionIssue) {
                    return count + (try Moment(card, of: block.blockCode, report: report)).rows.count
                } catch {
                    report(error)
                    return count
                }
            }
        case "NEWS_FEED": return try NewsFeed(block, report: report).entries.count
        case let layout where layout.hasPrefix("DEMO_"): return try DemoItem.items(of: block, report: report).count
        case let layout where layout.hasPrefix("MALL_"): return count(try MallContent(block, report: report))
        default: return count(try HomeSection(block, report: report))
        }
    }

    private static func count(_ content: MallContent) -> Int {
        for index in 0..<content.itemCount { _ = content.size(ofItem: index, in: ScreenMetrics(width: 320)) }
        switch content {
        case .marquee(let list): return list.count
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            return list.count
        case .wallet(let list), .middleNav(let list), .bottomNav(let list), .navigation(let list): return list.count
        case .walletCard(let card): return 1 + card.coupons.count
        case .otherMall(let list): return list.count
        case .otherService(let list): return list.count
        case .broadcast(let topSale, let hot, let choiceness):
            return (topSale == nil ? 0 : 1) + (hot == nil ? 0 : 1) + (choiceness == nil ? 0 : 1)
        case .localService(let list): return list.count
        case .bottomFloat(let list): return list.count
        case .own, .unknown: return 0
        }
    }

    private static func count(_ section: HomeSection) -> Int {
        _ = section.frame(in: ScreenMetrics(width: 320))
        switch section {
        case .banner(let model): return model.cards.count
        case .menus(let model): return model.menus.count
        case .playlistRcmd(let model): return model.cards.map(\.playlists.count).reduce(0, +)
        case .mgcPlaylist(let model): return model.cards.map(\.playlists.count).reduce(0, +)
        case .officialPlaylist(let model): return model.cards.map(\.playlists.count).reduce(0, +)
        case .videoPlaylist(let model): return model.cards.map(\.playlists.count).reduce(0, +)
        case .styleRcmd(let model): return model.cards.joined().count
        case .musicMLOG(let model): return model.cards.count
        case .musicCalendar(let model): return model.cards.count
        case .albumNewSong(let model): return model.cards.flatMap(\.columns).joined().count
        case .voiceListRcmd(let model): return model.cards.count
        case .podcast24(let model): return model.cards.count
        case .own, .unknown: return 0
        }
    }
}

extension JSONValue {
    /// The value with another one at a path; nil removes the member or the element. A path to nothing changes nothing.
    func replacing(_ path: ArraySlice<String>, with new: JSONValue?) -> JSONValue? {
        guard let step = path.first else { return new }
        switch self {
        case .object(var members):
            guard path.count == 1 || members[step] != nil else { return self }
            members[step] = (members[step] ?? .null).replacing(path.dropFirst(), with: new)
            return .object(members)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return self }
            if let element = elements[index].replacing(path.dropFirst(), with: new) {
                elements[index] = element
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return self
        }
    }

    /// The paths to the array elements that a path leads through, outermost first.
    func elements(along path: [String]) -> [[String]] {
        path.indices.map { Array(path[...$0]) }.filter {
            self[pointer: JSONPointer($0.dropLast())]?.array != nil && self[pointer: JSONPointer($0)] != nil
        }
    }
}
