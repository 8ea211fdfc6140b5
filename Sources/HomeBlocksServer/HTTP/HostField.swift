/// What `Host` may say: a name or an address, and a port (RFC 9110, 7.2; RFC 3986, 3.2.2).
enum HostField {
    static func isValid(_ value: some StringProtocol) -> Bool {
        if value.hasPrefix("[") {
            guard let end = value.firstIndex(of: "]") else { return false }
            let address = value[value.index(after: value.startIndex)..<end]
            return IPAddress(address)?.bytes.count == 16 && isPort(value[value.index(after: end)...])
        }
        let name = value.prefix { $0 != ":" }
        return isName(name) && isPort(value[name.endIndex...])
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.isEmpty || text.first == ":" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether each character stands for itself, or is a byte in two hexadecimal digits.
    private static func isName(_ text: some StringProtocol) -> Bool {
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = bytes.prefix(2)
                guard digits.count == 2, digits.allSatisfy(ByteSet.hexadecimal.contains) else { return false }
                bytes = bytes.dropFirst(2)
            } else if !ByteSet.registeredName.contains(byte) {
                return false
            }
        }
        return true
    }
}
