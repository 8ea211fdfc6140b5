public import HomeBlocks

/// The attributes of clients that the configuration declares, such as their city, each with a closed list of values.
public struct AudienceAttributes: Sendable, Equatable {
    public struct Attribute: Sendable, Equatable {
        public let name: String
        public let values: [String]

        public init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The attributes, sorted by name.
    public let all: [Attribute]

    public static let none = AudienceAttributes(checked: [])
    static let maximumAttributes = 8
    static let maximumValues = 64
    static let nameRule = "1 to 32 letters, digits, \"_\" and \"-\", of which the first is a letter"
    static let valueRule = "1 to 64 letters, digits, \"_\", \"-\" and \".\""
    /// The rule for declarations, for messages.
    public static let rule =
        "at most \(maximumAttributes) names, each with a list of 1 to \(maximumValues) different values, such as "
        + "city: [beijing, shanghai]; a name has \(nameRule); a value has \(valueRule)"

    private init(checked attributes: [Attribute]) { all = attributes.sorted { $0.name < $1.name } }

    /// - Returns: nil if the declarations break ``rule``.
    public init?(_ attributes: [Attribute]) {
        guard attributes.count <= Self.maximumAttributes, Set(attributes.map(\.name)).count == attributes.count,
            attributes.allSatisfy(Self.isAttribute)
        else { return nil }
        self.init(checked: attributes)
    }

    private static func isAttribute(_ attribute: Attribute) -> Bool {
        isName(attribute.name) && (1...maximumValues).contains(attribute.values.count)
            && Set(attribute.values).count == attribute.values.count && attribute.values.allSatisfy(isValue)
    }

    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && (text.utf8.first.map { isLetter($0) } ?? false)
            && text.utf8.allSatisfy { isLetter($0) || isOther($0) && $0 != UInt8(ascii: ".") }
    }

    static func isValue(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isOther($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte < 0x80 && (0x61...0x7A).contains(byte | 0x20) }

    private static func isOther(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || "_-.".utf8.contains(byte) }

    public subscript(name: String) -> Attribute? { all.first { $0.name == name } }

    /// The prefix of an attribute's parameter: `attr.city=beijing`.
    public static let parameterPrefix: StaticString = "attr."

    /// The names of the attributes' parameters.
    public var parameters: [String] { all.map { "\(Self.parameterPrefix)\($0.name)" } }

    /// The values of each attribute by its name.
    public var json: JSONValue {
        .object(
            JSONObject(
                all.map { ($0.name, .array($0.values.map { .string($0) })) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Returns the issues with the attributes of an audience: all must be declared.
    func issues(in audience: Audience) -> [ValidationIssue] {
        audience.attributes.sorted { $0.key < $1.key }.compactMap { name, values in
            let pointer = JSONPointer(["attributes", name])
            guard let attribute = self[name] else {
                let known = all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")
                return ValidationIssue(
                    pointer, "is not an attribute of this server; audience.attributes declares: \(known)")
            }
            let unknown = values.subtracting(attribute.values).sorted()
            guard !unknown.isEmpty else { return nil }
            return ValidationIssue(
                pointer,
                "has \(unknown.joined(separator: ", ")), which audience.attributes does not declare for it; it declares: "
                    + attribute.values.joined(separator: ", "))
        }
    }
}

/// A client's values of the declared attributes, in the order of the attributes: the 1-based number of each value, or 0
/// for none. Allocates no memory, however many values there are.
public struct AttributeValues: Sendable, Equatable {
    fileprivate var numbers = SIMD8<UInt8>()
    /// A bit for each attribute that was sent with an undeclared value.
    fileprivate(set) var unknown: UInt8 = 0

    public static let none = AttributeValues()

    public static func == (left: AttributeValues, right: AttributeValues) -> Bool { left.numbers == right.numbers }

    public var isEmpty: Bool { numbers == SIMD8() }
}

extension AudienceAttributes {
    /// Sets the value of an attribute that a client sent. The last value counts; an undeclared value counts as none.
    ///
    /// - Parameters:
    ///   - name: the name of the attribute, in ASCII.
    ///   - value: its value, in ASCII.
    public func set(_ values: inout AttributeValues, _ name: UnsafeRawBufferPointer, to value: UnsafeRawBufferPointer) {
        for (place, attribute) in all.enumerated() where Self.isSame(attribute.name, name) {
            let number = attribute.values.firstIndex { Self.isSame($0, value) }
            values.note(number, place, isSent: !value.isEmpty)
        }
    }

    /// Returns the values that a client sent.
    ///
    /// - Parameter value: returns the value of a parameter in ``parameters``; nil if it is absent.
    public func values(_ value: (String) -> String?) -> AttributeValues {
        var values = AttributeValues()
        for (place, attribute) in all.enumerated() {
            guard let text = value("\(Self.parameterPrefix)\(attribute.name)") else { continue }
            values.note(attribute.values.firstIndex(of: text), place, isSent: !text.isEmpty)
        }
        return values
    }

    private static func isSame(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.count == bytes.count && zip(text.utf8, bytes).allSatisfy { $0 == $1 }
    }
}

extension AttributeValues {
    /// - Parameters:
    ///   - number: the index of the value among the declared values; nil if it is undeclared.
    ///   - place: the index of the attribute.
    fileprivate mutating func note(_ number: Int?, _ place: Int, isSent: Bool) {
        numbers[place] = number.map { UInt8($0 + 1) } ?? 0
        let bit: UInt8 = 1 << UInt8(place)
        if number == nil && isSent { unknown |= bit } else { unknown &= ~bit }
    }
}

/// The condition of an audience on attributes, prepared for reads: a bit for each permitted value.
struct AttributeCondition: Sendable {
    private var allowed = SIMD8<UInt64>()
    private var places: [Int] = []
    /// Whether an attribute is not declared, so that no client belongs to the audience.
    private var isImpossible = false

    init(_ attributes: [String: Set<String>], _ declared: AudienceAttributes) {
        for (name, values) in attributes.sorted(by: { $0.key < $1.key }) {
            guard let place = declared.all.firstIndex(where: { $0.name == name }) else {
                isImpossible = true
                continue
            }
            places.append(place)
            for (number, value) in declared.all[place].values.enumerated() where values.contains(value) {
                allowed[place] |= 1 << UInt64(number)
            }
        }
    }

    func isMet(by client: AttributeValues) -> Bool {
        if isImpossible { return false }
        for place in places {
            let number = client.numbers[place]
            guard number > 0, allowed[place] >> UInt64(number - 1) & 1 == 1 else { return false }
        }
        return true
    }
}
