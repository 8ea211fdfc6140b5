import HomeBlocks
import SDKTestSupport
import Testing

/// Identities are unique within each list of the SDK, regardless of the document's ids, and the same each time a list
/// is loaded.
@Suite(.timeLimit(.minutes(3))) struct DistinctIdentityTests {
    // MARK: The rule

    static func menus(_ ids: [Int]) throws -> Menus {
        let entries = ids.map { "{\"id\":\($0),\"name\":\"N\",\"iconUrl\":\"/i\"}" }
        return try Menus(parsing: #"{"data":[\#(entries.joined(separator: ","))]}"#.utf8)
    }

    static func banners(_ ids: [String]) throws -> BannerList {
        let banners = ids.map { #"{"bannerId":"\#($0)","pic":"/p"}"# }
        return try BannerList(parsing: #"{"banners":[\#(banners.joined(separator: ","))]}"#.utf8)
    }

    @Test func theFirstElementWithAnId_keepsIt_andFurtherOnesGetASuffix() throws {
        let banners = try Self.banners(["a", "b", "a", "", "a", ""]).banners
        #expect(banners.map(\.id) == ["a", "b", "a#2", "", "a#3", "#2"])
        #expect(banners.map(\.bannerId) == ["a", "b", "a", "", "a", ""])
        #expect(try Self.banners(["a", "a", "a#2"]).banners.map(\.id) == ["a", "a#3", "a#2"])
        // These ids are equal in a Swift dictionary and in a diffable data source.
        #expect(Set(try Self.banners(["\u{E9}", "e\u{301}"]).banners.map(\.id)).count == 2)
    }

    @Test func duplicateNumbers_getAnotherNumber() throws {
        let ids = try Self.menus([5, 7, 5, .max, 5, .max, .min, .min]).data.map(\.id)
        #expect([ids[0], ids[1], ids[3], ids[6]] == [5, 7, .max, .min])
        #expect(Set(ids).count == ids.count)
        // The identity of the second element with an id does not depend on its position or on other elements.
        #expect(try Self.menus([9, 5, 5]).data.last?.id == ids[2])
        // An id that equals the generated identity of another element also stays.
        let taken = try Self.menus([5, 5, ids[2]]).data.map(\.id)
        #expect(taken[2] == ids[2] && Set(taken).count == 3)
    }

    @Test func aLongListWithOneId_isNotSlow() throws {
        let ids = try Self.menus(Array(repeating: 5, count: 20_000)).data.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func anOrder_hasNoDuplicateCodes() throws {
        let sort = try SectionSort(json: ["order": ["a", "b", "a", "c", "b"]])
        #expect(sort.order == ["a", "b", "c"])
        #expect(sort["c"] == 2)
    }

    @Test func aNewsItemWithADuplicateId_keepsItsItemId() throws {
        let block = try Block(
            json: [
                "blockCode": "latest", "showType": "NEWS_FEED",
                "extInfo": ["list": [["id": 5, "kind": "review"], ["id": 5, "kind": "trailer"]]],
            ])
        let entries = try NewsFeed(block).entries
        #expect(entries.map(\.itemId) == [5, 5])
        #expect(entries[0].id == 5 && entries[1].id != 5)
    }

    // MARK: Random documents

    /// Members that are identities, or may be used as one.
    static let names: Set<String> = [
        "id", "bannerId", "creativeId", "resourceId", "eventId", "creativeType", "blockCode", "action",
    ]

    /// Returns the value with identities from a very small set.
    static func mutated(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        switch value {
        case .array(let elements):
            var elements = elements.map { mutated($0, &random) }
            if let one = elements.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
                elements.insert(one, at: Int.random(in: 0...elements.count, using: &random))
            }
            return .array(elements)
        case .object(let members):
            var changed: JSONObject = [:]
            for (name, value) in members.sortedByName {
                guard names.contains(name), Int.random(in: 0..<3, using: &random) > 0 else {
                    changed[name] = mutated(value, &random)
                    continue
                }
                let id = Int.random(in: 1...2, using: &random)
                switch value {
                case .string: changed[name] = name == "blockCode" ? value : .string("\(id)")
                case .number: changed[name] = JSONValue(id)
                default: changed[name] = value
                }
            }
            return .object(changed)
        default: return value
        }
    }

    /// Returns the identities of each list of a page, by the list's path.
    static func lists(of page: HomePage, _ kind: String) -> [(String, [AnyHashable])] {
        var lists: [(String, [AnyHashable])] = [("blocks", page.data.blocks.map(\.blockCode))]
        if kind == "music" {
            let content = HomeContent(page)
            lists.append(("sections", content.sections.map(\.id)))
            for section in content.sections { lists += cards(of: section) }
        }
        for block in page.data.blocks {
            let code = block.blockCode
            switch kind {
            case "mall": lists += (try? MallContent(block)).map { Self.cards(of: $0, code) } ?? []
            case "demo": lists.append((code, ((try? DemoItem.items(of: block)) ?? []).map(\.id)))
            case "news": lists.append((code, ((try? NewsFeed(block))?.entries ?? []).map(\.id)))
            case "moments":
                guard let moment = try? Moment(block) else { continue }
                lists += [
                    (code + " likes", moment.likes.map(\.id)), (code + " comments", moment.comments.map(\.id)),
                    (code + " rows", moment.rows.map(\.id)),
                ]
            default: break
            }
        }
        return lists
    }

    static func cards(of section: HomeSection) -> [(String, [AnyHashable])] {
        let id = section.id
        func playlists(_ model: CardSection<PlaylistCard>) -> [(String, [AnyHashable])] {
            [(id, model.cards.map(\.id))] + model.cards.map { (id + $0.id, $0.playlists.map(\.id)) }
        }
        switch section {
        case .banner(let model): return [(id, model.cards.map(\.id))]
        case .menus(let model): return [(id, model.menus.map(\.id))]
        case .playlistRcmd(let model), .mgcPlaylist(let model), .officialPlaylist(let model), .videoPlaylist(let model):
            return playlists(model)
        case .styleRcmd(let model): return [(id, model.cards.joined().map(\.id))]
        case .musicMLOG(let model): return [(id, model.cards.map(\.id))]
        case .musicCalendar(let model): return [(id, model.cards.map(\.id))]
        case .albumNewSong(let model):
            return [(id, model.cards.map(\.id))] + model.cards.map { (id + $0.id, $0.columns.joined().map(\.id)) }
        case .voiceListRcmd(let model): return [(id, model.cards.map(\.id))]
        case .podcast24(let model): return [(id, model.cards.map(\.id))]
        case .own, .unknown: return []
        }
    }

    static func cards(of content: MallContent, _ code: String) -> [(String, [AnyHashable])] {
        switch content {
        case .marquee(let list): [(code, list.map(\.id))]
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            [(code, list.map(\.id))]
        case .wallet(let list), .middleNav(let list), .bottomNav(let list), .navigation(let list):
            [(code, list.map(\.id))]
        case .walletCard(let card): [(code, card.coupons.map(\.id))]
        case .otherMall(let list): [(code, list.map(\.id))]
        case .otherService(let list): [(code, list.map(\.id))]
        case .localService(let list): [(code, list.map(\.id))]
        case .bottomFloat(let list): [(code, list.map(\.id))]
        case .broadcast, .own, .unknown: []
        }
    }

    @Test(arguments: RecordedDocuments.pages) func randomDocuments_haveUniqueIdentities(page kind: String) throws {
        let document = try RecordedDocuments.json(kind)
        var random = SeededGenerator(seed: 39)
        var (repeats, rounds) = (0, 0)
        while rounds < 60 {
            rounds += 1
            let json = Self.mutated(document, &random)
            let text = json.encoded
            let lists = Self.lists(of: try HomePage(parsing: text), kind)
            for (name, ids) in lists {
                #expect(Set(ids).count == ids.count, "\(kind), round \(rounds), \(name): \(ids)")
                repeats += ids.count {
                    ($0.base as? String)?.hasSuffix("#2") ?? false || ($0.base as? Int ?? 0) > 1 << 40
                }
            }
            let again = Self.lists(of: try HomePage(parsing: text), kind)
            #expect(again.map(\.1) == lists.map(\.1), "\(kind), round \(rounds)")
        }
        // Ensures that the documents do have duplicate ids.
        #expect(repeats > 20 || kind == "moments", "\(kind): \(repeats)")
    }
}
