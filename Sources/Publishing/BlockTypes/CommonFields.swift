import HomeBlocks

/// Fields that a block of any layout may have, since all clients decode them.
enum CommonFields {
    private enum Kind {
        case flag, integer, text, address, texts, object, list

        func fits(_ value: JSONValue) -> Bool {
            switch self {
            case .flag: value.bool != nil
            case .integer: value.isInteger
            case .text, .address: value.string != nil
            case .texts: value.array?.allSatisfy { $0.string != nil } ?? false
            case .object: value.object != nil
            case .list: value.array != nil
            }
        }

        var name: String {
            switch self {
            case .flag: "true or false"
            case .integer: "a 64-bit integer"
            case .text, .address: "a string"
            case .texts: "a list of strings"
            case .object: "an object"
            case .list: "a list"
            }
        }
    }

    private static let kinds: [String: Kind] = [
        "canClose": .flag, "canFeedback": .flag, "blockDemote": .flag, "dislikeShowType": .integer,
        "blockStyle": .integer, "sort": .integer, "action": .address, "actionType": .text, "resourceIdList": .texts,
        "uiElement": .object, "creatives": .list,
    ]

    /// Returns the issues with the common fields of a content.
    static func issues(in content: JSONObject, schemes: AddressSchemes) -> [ValidationIssue] {
        kinds.sorted { $0.key < $1.key }.compactMap { name, kind in
            guard let value = content[name] else { return nil }
            let pointer = JSONPointer([name])
            if !kind.fits(value) { return ValidationIssue(pointer, "must be \(kind.name)") }
            guard kind == .address, let text = value.string else { return nil }
            return schemes.issue(in: text, .app, at: pointer)
        }
    }
}
