extension AppVersion {
    private static let maximumLength = 64

    /// Reads a version with text before or after it: `v9.1.0`, `9.10.1 (1234)`, `9.1.0.2.5`. A space, a parenthesis or
    /// a `+` begins a build number, which is ignored.
    static func reading(_ text: String) -> ReadValue<AppVersion> {
        if let version = AppVersion(text) { return ReadValue(version) }
        let start = withoutName(text)
        let core = start.prefix(maximumLength).prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        let numbers = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let usable = numbers.prefix(4).prefix { (1...9).contains($0.count) }
        guard let end = usable.last?.endIndex, let version = AppVersion(String(text[start.startIndex..<end])) else {
            return ReadValue(nil, isWhole: false)
        }
        guard usable.count == numbers.count else { return ReadValue(version, isWhole: false) }
        let label = prerelease(text.utf8[end...])
        if let labelled = AppVersion(String(text[start.startIndex..<label.endIndex])) {
            return ReadValue(labelled, isWhole: beginsBuild(text.utf8[label.endIndex...]))
        }
        return ReadValue(version, isWhole: false)
    }

    /// Returns the text without a common prefix of versions, such as `v`.
    private static func withoutName(_ text: String) -> Substring.UTF8View {
        let start = text.utf8.drop { " \t\r\n".utf8.contains($0) }
        let lowercased = text[start.startIndex...].lowercased()
        guard let name = ["version", "ver", "v"].first(where: lowercased.hasPrefix) else { return start }
        return start.dropFirst(name.utf8.count).drop { " .:-_".utf8.contains($0) }
    }

    /// Returns the prerelease at the start of a text: a hyphen and the characters that may follow it.
    private static func prerelease(_ text: Substring.UTF8View) -> Substring.UTF8View {
        guard text.first == UInt8(ascii: "-") else { return text.prefix(0) }
        return text.prefix(maximumLength).prefix { byte in
            (0x30...0x39).contains(byte) || byte < 0x80 && (0x61...0x7A).contains(byte | 0x20)
                || "-.".utf8.contains(byte)
        }
    }

    /// Whether a text is empty or begins with a build number.
    private static func beginsBuild(_ text: Substring.UTF8View) -> Bool {
        text.first.map { " \t\r\n(+".utf8.contains($0) } ?? true
    }
}
