/// The parameters of a read that were ignored in whole or in part because they cannot be read. Developers see only the
/// server's names for them, never bytes that a client sent.
public struct IgnoredParameters: Sendable, Equatable {
    public enum Name: String, Sendable, CaseIterable {
        case platform
        case appVersion
        case locale
        case uid

        fileprivate var bit: UInt8 {
            switch self {
            case .platform: 1
            case .appVersion: 2
            case .locale: 4
            case .uid: 8
            }
        }
    }

    private var names: UInt8 = 0
    /// A bit for each declared attribute.
    private var attributes: UInt8 = 0

    public init() {}

    public var isEmpty: Bool { names == 0 && attributes == 0 }

    public mutating func insert(_ name: Name) { names |= name.bit }

    /// Adds the attributes that were sent with an undeclared value.
    public mutating func insert(attributesOf values: AttributeValues) { attributes |= values.unknown }

    /// Adds a declared attribute by its index.
    public mutating func insert(attribute place: Int) { attributes |= 1 << UInt8(truncatingIfNeeded: place) }

    /// Returns the names separated by commas; nil if there are none.
    ///
    /// - Parameter declared: the attributes that the server knows.
    public func text(_ declared: AudienceAttributes) -> String? {
        if isEmpty { return nil }
        let own = Name.allCases.filter { names & $0.bit != 0 }.map(\.rawValue)
        let others = declared.parameters.enumerated().filter { attributes >> UInt8($0.offset) & 1 == 1 }.map(\.element)
        return (own + others).joined(separator: ", ")
    }
}
