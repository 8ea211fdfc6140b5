import HomeBlocks

/// Members that some published apps of a family need and others ignore. They are added to what is sent, so that every
/// page has them, whoever wrote it and when; the stored content stays as it was written.
enum ClientCompletion {
    /// Returns the content of a block with the members that apps of the family of its layout need.
    static func completed(_ content: JSONObject, for client: ClientFamily?) -> JSONObject {
        switch client {
        case nil: content
        case .netease: netease(content)
        }
    }

    private static func netease(_ content: JSONObject) -> JSONObject {
        var content = content
        change(&content, "creatives") { $0.mapElements(creative) }
        change(&content, "extInfo") { $0.array == nil ? $0 : $0.mapElements(clip) }
        return content
    }

    private static func creative(_ card: JSONObject) -> JSONObject {
        var card = card
        card["uiElement"] = .object(appearance(card["uiElement"]))
        if card["resources"] ?? .null == .null { card["resources"] = [] }
        change(&card, "resources") { $0.mapElements(resource) }
        return card
    }

    private static func resource(_ resource: JSONObject) -> JSONObject {
        var resource = resource
        resource["uiElement"] = .object(appearance(resource["uiElement"]))
        // The apps' own name for entries of the round menu. Apps that know fewer names would lose the page by it.
        if resource["resourceType"]?.string == "dragon_ball" { resource["resourceType"] = "ORPHEUS" }
        if resource["resourceExtInfo"] ?? .null == .null { resource["resourceExtInfo"] = [:] }
        change(&resource, "resourceExtInfo") { $0.mapMembers(details) }
        return resource
    }

    private static func details(_ details: JSONObject) -> JSONObject {
        var details = details
        change(&details, "songData") { $0.mapMembers { adding("mv", $0["mvid"] ?? 0, to: $0) } }
        change(&details, "songPrivilege") {
            $0.mapMembers {
                adding("freeTrialPrivilege", ["resConsumable": false, "userConsumable": false], to: $0)
            }
        }
        return details
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

    /// How a card looks, with what every `uiElement` has.
    static func appearance(_ element: JSONValue?) -> JSONObject {
        var element = element?.object ?? [:]
        if element["rcmdShowType"] ?? .null == .null { element["rcmdShowType"] = "DEFAULT" }
        return element
    }

    private static func adding(_ name: String, _ value: JSONValue, to members: JSONObject) -> JSONObject {
        var members = members
        if members[name] == nil { members[name] = value }
        return members
    }

    private static func change(_ members: inout JSONObject, _ name: String, _ change: (JSONValue) -> JSONValue) {
        if let value = members[name] { members[name] = change(value) }
    }
}

extension JSONValue {
    /// The list with each object in it changed; another value as it is.
    fileprivate func mapElements(_ change: (JSONObject) -> JSONObject) -> JSONValue {
        array.map { .array($0.map { $0.mapMembers(change) }) } ?? self
    }

    /// The object changed; another value as it is.
    fileprivate func mapMembers(_ change: (JSONObject) -> JSONObject) -> JSONValue {
        object.map { .object(change($0)) } ?? self
    }
}
