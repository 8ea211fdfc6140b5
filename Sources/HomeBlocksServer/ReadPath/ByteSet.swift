/// A set of ASCII characters, one bit each.
struct ByteSet {
    private let low: UInt64
    private let high: UInt64

    private init(_ characters: StaticString, alphanumeric: Bool = true) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        func add(_ byte: UInt8) { if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) } }
        characters.withUTF8Buffer { $0.forEach(add) }
        if alphanumeric {
            for range in [UInt8(0x30)...0x39, 0x41...0x5A, 0x61...0x7A] { range.forEach(add) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }

    /// What stands for itself in a path.
    static let path = ByteSet("/=&.-_,~:@!*")
    /// What stands for itself in a query.
    static let query = ByteSet("/?=&.-_,~:@!*")
    /// RFC 9110, 5.6.2.
    static let token = ByteSet("!#$%&'*+-.^_`|~")
    /// What a field's value may have, without bytes of other alphabets.
    static let text = ByteSet("\t !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    /// What a host's name may have (RFC 3986, 3.2.2), besides bytes in hexadecimal digits.
    static let registeredName = ByteSet("-._~!$&'()*+,;=")
    /// What stands for itself wherever it stands (RFC 3986, 2.3).
    static let unreserved = ByteSet("-._~")
    static let hexadecimal = ByteSet("0123456789ABCDEFabcdef", alphanumeric: false)
}
