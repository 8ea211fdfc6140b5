import Foundation

/// A checksum against damage, not against malice: FNV-1a with 64 bits.
enum Checksum {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
