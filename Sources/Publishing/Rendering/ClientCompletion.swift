import HomeBlocks

/// Members that some published apps of a family need and others ignore. They are added to responses, so that every page
/// has them, no matter how it was written. Stored content is not changed.
enum ClientCompletion {
    /// Returns a block's content with the members that apps of its layout's family need.
    static func completed(_ content: JSONObject, of type: BlockType) -> JSONObject {
        switch type.client {
        case nil: content
        case .netease: netease(type.schema.writingIntegers(in: content), type.showType)
        }
    }

    private static func netease(_ content: JSONObject, _ showType: String) -> JSONObject {
        var content = content
        if content["uiElement"] != nil { content["uiElement"] = .object(neteaseAppearance(content["uiElement"])) }
        change(&content, "creatives") { $0.mapElements { creative($0, showType) } }
        change(&content, "extInfo") { $0.array == nil ? $0 : $0.mapElements(clip) }
        return content
    }

    private static func creative(_ card: JSONObject, _ showType: String) -> JSONObject {
        var card = card
        card["uiElement"] = .object(neteaseAppearance(card["uiElement"]))
        if card["resources"] ?? .null == .null { card["resources"] = [] }
        change(&card, "resources") { $0.mapElements { resource($0, showType) } }
        return card
    }

    private static func resource(_ resource: JSONObject, _ showType: String) -> JSONObject {
        var resource = resource
        resource["uiElement"] = .object(neteaseAppearance(resource["uiElement"]))
        // Apps that know fewer kinds cannot show the page if it has an unknown one.
        if let known = resource["resourceType"]?.string.flatMap({ ClientFamily.netease.equivalents[$0] }) {
            resource["resourceType"] = .string(known)
        }
        if resource["resourceExtInfo"] ?? .null == .null { resource["resourceExtInfo"] = [:] }
        if showType == "DRAGON_BALL" { addSecondIcon(to: &resource) }
        return details(of: resource, showType)
    }

    /// Apps that take the round menu from the page read the icon from this member.
    private static func addSecondIcon(to entry: inout JSONObject) {
        change(&entry, "uiElement") {
            $0.mapMembers { element in
                var element = element
                change(&element, "image") { $0.mapMembers { adding("imageUrl2", $0["imageUrl"] ?? "", to: $0) } }
                return element
            }
        }
    }

    /// Returns a resource with the members that apps read for its kind.
    private static func details(of resource: JSONObject, _ showType: String) -> JSONObject {
        guard var details = resource["resourceExtInfo"]?.object else { return resource }
        let isPlaylist = resource["resourceType"] == "list"
        if isPlaylist { details = adding("highQuality", false, to: details) }
        if isPlaylist || showType == "SHUFFLE_MUSIC_CALENDAR" {
            for name in ["subed", "canSubscribe"] { details = adding(name, false, to: details) }
        }
        if resource["resourceType"] == "song" { details = SongCompletion.completed(details, of: resource) }
        change(&details, "songData") {
            $0.mapMembers { song in
                var song = adding("mv", song["mvid"] ?? 0, to: song)
                // Apps' models of it differ, and no view shows it.
                if song["originSongSimpleData"] != nil { song["originSongSimpleData"] = .null }
                return song
            }
        }
        change(&details, "songPrivilege") {
            $0.mapMembers {
                adding("freeTrialPrivilege", ["resConsumable": false, "userConsumable": false], to: $0)
            }
        }
        var resource = resource
        resource["resourceExtInfo"] = .object(details)
        return resource
    }

    private static func clip(_ clip: JSONObject) -> JSONObject {
        var clip = clip
        change(&clip, "resource") { resource in
            resource.mapMembers { members in
                var members = members
                change(&members, "mlogBaseData") { $0.mapMembers { adding("greatCover", false, to: $0) } }
                change(&members, "mlogExtVO") {
                    $0.mapMembers { data in
                        var data = data
                        change(&data, "song") { $0.mapMembers { adding("mv", 0, to: $0) } }
                        return data
                    }
                }
                return members
            }
        }
        return clip
    }

    /// A card's appearance, with the members that every `uiElement` has.
    static func appearance(_ element: JSONValue?) -> JSONObject {
        var element = element?.object ?? [:]
        if element["rcmdShowType"] ?? .null == .null { element["rcmdShowType"] = "DEFAULT" }
        return element
    }

    /// The appearance of a part of the family's section. Its apps know only one value of `rcmdShowType`.
    private static func neteaseAppearance(_ element: JSONValue?) -> JSONObject {
        var element = appearance(element)
        element["rcmdShowType"] = "DEFAULT"
        return element
    }

    /// Adds a member unless it already has a value other than null.
    private static func adding(_ name: String, _ value: JSONValue, to members: JSONObject) -> JSONObject {
        var members = members
        if members[name] ?? .null == .null { members[name] = value }
        return members
    }

    private static func change(_ members: inout JSONObject, _ name: String, _ change: (JSONValue) -> JSONValue) {
        if let value = members[name] { members[name] = change(value) }
    }
}

extension JSONValue {
    /// Returns a list with each object in it changed; other values are unchanged.
    fileprivate func mapElements(_ change: (JSONObject) -> JSONObject) -> JSONValue {
        array.map { .array($0.map { $0.mapMembers(change) }) } ?? self
    }

    /// Returns an object changed; other values are unchanged.
    fileprivate func mapMembers(_ change: (JSONObject) -> JSONObject) -> JSONValue {
        object.map { .object(change($0)) } ?? self
    }
}
