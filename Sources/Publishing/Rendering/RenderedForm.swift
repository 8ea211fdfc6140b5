import HomeBlocks

/// One form of a block, completed to the wire format and encoded once: as a whole, or card by card if cards have rules.
/// Both are references that all variants of a page share.
enum RenderedForm: Sendable {
    case whole(RenderedContent)
    case cards(EncodedCards)

    /// Completes and encodes a block; nil if it has nothing to show, or its layout does not exist.
    ///
    /// - Parameter isKeptByPage: whether the page keeps it in memory; if not, the variants that show it do.
    init?(
        _ content: JSONObject, of block: BlockResource, showType: String, _ catalog: BlockTypeCatalog,
        _ publicURL: String?, isKeptByPage: Bool = true
    ) {
        guard let type = catalog[showType], !type.isEmpty(content) else { return nil }
        let content = publicURL.map { PictureAddresses.absolute(content, at: $0) } ?? content
        var fields = Self.completed(content, code: block.blockCode, type)
        // Apps need only the client source, and only with the layout that its responses are for.
        fields[BlockSource.clientMember] =
            showType == block.showType ? block.source?.client.map { .string($0) } : nil
        let whole = JSONValue.object(fields)
        if !block.cardRules.isEmpty, let cards = EncodedCards(whole, block.cardRules, type, isKeptByPage: isKeptByPage)
        {
            self = .cards(cards)
            return
        }
        let bytes = whole.encoded
        let summarized = Self.summarized(whole, type)?.encoded
        let retained = isKeptByPage ? 0 : bytes.count + (summarized?.count ?? 0)
        self = .whole(
            RenderedContent(
                .whole(summarized ?? bytes, type.items.map { ($0, type.cardIdentity) }, complete: bytes),
                menus: Self.menus(content, type), itemCount: type.items(of: content).count, retainedBytes: retained))
    }

    /// The form with the cards whose rules allow them; nil if too few are left.
    func content(_ isShown: (Visibility) -> Bool) -> RenderedContent? {
        switch self {
        case .whole(let content): content
        case .cards(let cards): cards.content(isShown)
        }
    }

    /// The round menu entries in a content.
    fileprivate static func menus(_ content: JSONObject, _ type: BlockType) -> [JSONValue] {
        type.showType == "DRAGON_BALL" ? Menu.entries(ofCards: content).map(JSONValue.object) : []
    }

    /// The block with only the summary of each card; nil if its layout has none.
    private static func summarized(_ block: JSONValue, _ type: BlockType) -> JSONValue? {
        guard let summary = type.summary, let items = type.items, let cards = block[pointer: items]?.array else {
            return nil
        }
        return block.setting(.array(cards.map { Self.summarized($0, summary) }), at: items)
    }

    fileprivate static func summarized(_ card: JSONValue, _ summary: Set<JSONString>) -> JSONValue {
        card.object.map { .object($0.filter { summary.contains(JSONString($0.key)) }) } ?? card
    }

    /// Fields that every client may rely on, with their default values.
    private static let always: JSONObject = [
        "canClose": false, "dislikeShowType": 0, "blockStyle": 0, "canFeedback": false, "blockDemote": false,
        "sort": 0,
    ]

    private static func completed(_ content: JSONObject, code: String, _ type: BlockType) -> JSONObject {
        let content = ClientCompletion.completed(content, of: type)
        var fields = always.merging(content, uniquingKeysWith: { $1 })
        fields["blockCode"] = .string(code)
        fields["showType"] = .string(type.showType)
        fields["uiElement"] = .object(ClientCompletion.appearance(fields["uiElement"]))
        return fields
    }
}

/// A card as in documents, encoded once. Sections refer to it.
final class EncodedCard: Sendable {
    let id: String?
    /// When and to whom it is shown; nil if it is shown whenever its section is.
    let rule: Visibility?
    let bytes: [UInt8]
    /// The complete card, if ``bytes`` has only its summary.
    let whole: [UInt8]?
    /// The round menu entries in it.
    let menus: [JSONValue]

    init(id: String?, rule: Visibility?, bytes: [UInt8], whole: [UInt8]?, menus: [JSONValue]) {
        (self.id, self.rule, self.bytes, self.whole, self.menus) = (id, rule, bytes, whole, menus)
    }

    /// The approximate memory that it uses in addition to its content, in bytes.
    static let overhead = 512
}

/// A block whose cards have rules: the encoded cards, and the JSON around them.
final class EncodedCards: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]
    private let cards: [EncodedCard]
    private let minimum: Int
    /// The memory that a variant showing some of the cards uses and the page does not, in bytes.
    private let retainedBytes: Int

    /// - Parameter isKeptByPage: whether the page keeps it in memory; if not, the variants that show it do.
    /// - Returns: nil if none of the rules applies to any of the cards.
    init?(_ block: JSONValue, _ rules: [JSONString: Visibility], _ type: BlockType, isKeptByPage: Bool) {
        guard let items = type.items, let list = block[pointer: items]?.array,
            let (before, after) = block.encodedAround(items.tokens[...])
        else { return nil }
        let cards = list.map { card in
            let id = type.cardIdentity.id(of: card)
            let menus = RenderedForm.menus(JSONValue.object([:]).setting([card], at: items).object ?? [:], type)
            let summary = type.summary.map { RenderedForm.summarized(card, $0).encoded }
            return EncodedCard(
                id: id, rule: id.flatMap { rules[JSONString($0)] }, bytes: summary ?? card.encoded,
                whole: summary == nil ? nil : card.encoded, menus: menus)
        }
        guard cards.contains(where: { $0.rule != nil }) else { return nil }
        (self.before, self.after, self.cards) = (before, after, cards)
        retainedBytes =
            isKeptByPage
            ? 0
            : cards.reduce(before.count + after.count) {
                $0 + $1.bytes.count + ($1.whole?.count ?? 0) + EncodedCard.overhead
            }
        let others = type.data.filter { $0 != items }
        let isShownWithoutCards = others.contains { !(block[pointer: $0]?.isEmpty ?? true) }
        minimum = max(type.minimumCards, isShownWithoutCards ? 0 : 1)
    }

    /// The block with the cards whose rules allow them; nil if too few are left.
    func content(_ isShown: (Visibility) -> Bool) -> RenderedContent? {
        let shown = cards.filter { $0.rule.map(isShown) ?? true }
        guard shown.count >= minimum else { return nil }
        return RenderedContent(
            .joined(shown, of: self), menus: [], itemCount: shown.count,
            retainedBytes: retainedBytes + shown.count * MemoryLayout<EncodedCard>.stride)
    }

    /// The block with some of the cards, as JSON.
    func bytes(with shown: [EncodedCard]) -> [UInt8] {
        var bytes = before
        bytes.reserveCapacity(before.count + after.count + shown.reduce(0) { $0 + $1.bytes.count + 1 })
        for (index, card) in shown.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += card.bytes
        }
        return bytes + after
    }
}

extension JSONValue {
    /// The encoded JSON before and after the elements of the array at a path of objects; nil if there is no array.
    fileprivate func encodedAround(_ path: ArraySlice<String>) -> (before: [UInt8], after: [UInt8])? {
        guard let name = path.first else { return array == nil ? nil : (Array("[".utf8), Array("]".utf8)) }
        guard let members = object, let (before, after) = members[name]?.encodedAround(path.dropFirst()) else {
            return nil
        }
        var (head, tail): ([UInt8], [UInt8]) = (Array("{".utf8), after)
        var isBefore = true
        for (index, member) in members.sortedByName.enumerated() {
            let isOnPath = JSONString(member.key) == JSONString(name)
            var bytes = index > 0 ? Array(",".utf8) : []
            JSONValue.string(member.key).write(into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if isOnPath { bytes += before } else { member.value.write(into: &bytes) }
            if isBefore { head += bytes } else { tail += bytes }
            if isOnPath { isBefore = false }
        }
        return (head, tail + Array("}".utf8))
    }
}
