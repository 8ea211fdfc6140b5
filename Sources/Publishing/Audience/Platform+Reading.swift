import HomeBlocks

extension Platform {
    /// The names that devices use for their systems, in lower case without spaces.
    private static let names: [String: Platform] = [
        "ios": .ios, "iphone": .ios, "iphoneos": .ios, "ipad": .ios, "ipados": .ios, "ipod": .ios, "ipodtouch": .ios,
        "android": .android, "androidos": .android, "web": .web, "h": .web, "browser": .web,
    ]

    /// Reads a platform in any case, with or without a system version after it: `iOS`, `iPhone OS 17.5`, `Android/14`.
    static func reading(_ text: String) -> ReadValue<Platform> {
        if let platform = Platform(rawValue: text) { return ReadValue(platform) }
        guard text.utf8.count <= 64 else { return ReadValue(nil, isWhole: false) }
        func isSeparator(_ character: Character) -> Bool { character.isWhitespace || "-_./".contains(character) }
        let name = text.prefix { $0.isLetter || isSeparator($0) }
        let rest = text[name.endIndex...]
        guard rest.allSatisfy({ $0.isNumber || isSeparator($0) }) else { return ReadValue(nil, isWhole: false) }
        let letters = name.filter { !isSeparator($0) }.lowercased()
        // "h5" is a common name for a web page in an app.
        guard let platform = names[letters], letters != "h" || rest == "5" else {
            return ReadValue(nil, isWhole: false)
        }
        return ReadValue(platform)
    }
}
