/// A regular expression of a JSON Schema (ECMA-262 with the flag `u`), translated to one that matches the same strings
/// in Swift. Features that Swift lacks or matches differently are rejected.
struct ECMAPattern {
    /// The reason that a pattern is rejected, as the end of a sentence.
    struct Refusal: Error {
        let reason: String
    }

    /// The Swift expression, to be matched by Unicode scalars.
    private(set) var expression = ""
    let scalars: [Unicode.Scalar]
    var position = 0
    /// For each open group, whether it can be repeated.
    private var groups: [Bool] = []
    /// Whether the last element can be repeated.
    private var isRepeatable = false

    init(_ pattern: String) throws(Refusal) {
        scalars = Array(pattern.unicodeScalars)
        while let scalar = next() { try read(scalar) }
        guard groups.isEmpty else { throw Refusal(reason: "a group is not closed") }
    }

    mutating func next() -> Unicode.Scalar? {
        guard position < scalars.count else { return nil }
        defer { position += 1 }
        return scalars[position]
    }

    /// Consumes these scalars if they come next.
    mutating func take(_ text: StaticString) -> Bool {
        let expected = Array("\(text)".unicodeScalars)
        guard scalars[position...].starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    private mutating func read(_ scalar: Unicode.Scalar) throws(Refusal) {
        switch scalar {
        case "^": append("\\A", isRepeatable: false)
        case "$": append("\\z", isRepeatable: false)
        case ".": append("[^\\n\\r\\u{2028}\\u{2029}]")
        case "|": append("|", isRepeatable: false)
        case "(": try open()
        case ")":
            guard let isRepeatable = groups.popLast() else {
                throw Refusal(reason: "unmatched \")\"")
            }
            append(")", isRepeatable: isRepeatable)
        case "*", "+", "?": try repeating(String(scalar))
        case "{": try repeating(try count())
        case "[": append(try characterClass())
        case "]", "}": throw Refusal(reason: "\"\(scalar)\" must be escaped with a backslash")
        case "\\": append(try atomEscape())
        default: append(Self.literal(scalar))
        }
    }

    private mutating func append(_ text: String, isRepeatable: Bool = true) {
        expression += text
        self.isRepeatable = isRepeatable
    }

    static func literal(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    private mutating func open() throws(Refusal) {
        let isAhead: Bool
        if take("?=") {
            expression += "(?="
            isAhead = true
        } else if take("?!") {
            expression += "(?!"
            isAhead = true
        } else {
            if take("?"), !take(":") { throw Refusal(reason: "only (?:…), (?=…) and (?!…) are supported") }
            expression += "(?:"
            isAhead = false
        }
        groups.append(!isAhead)
        isRepeatable = false
    }

    private mutating func repeating(_ quantifier: String) throws(Refusal) {
        guard isRepeatable else { throw Refusal(reason: "\"\(quantifier)\" has nothing to repeat") }
        append(quantifier + (take("?") ? "?" : ""), isRepeatable: false)
    }

    /// Reads what follows an opening brace: `3}`, `3,}` or `3,5}`.
    private mutating func count() throws(Refusal) -> String {
        let refusal = Refusal(reason: "a brace must be escaped, or be a quantifier up to 1000 such as {1,3}")
        let least = try number(refusal)
        var most: Int? = least
        if take(",") { most = position < scalars.count && scalars[position] != "}" ? try number(refusal) : nil }
        guard take("}"), least <= most ?? least else { throw refusal }
        return least == most ? "{\(least)}" : "{\(least),\(most.map(String.init) ?? "")}"
    }

    private mutating func number(_ refusal: Refusal) throws(Refusal) -> Int {
        var text = ""
        while position < scalars.count, ("0"..."9").contains(scalars[position]), text.count < 5 {
            text.unicodeScalars.append(scalars[position])
            position += 1
        }
        guard let number = Int(text), number <= 1000 else { throw refusal }
        return number
    }

    /// Reads what follows an opening bracket.
    private mutating func characterClass() throws(Refusal) -> String {
        var text = take("^") ? "[^" : "["
        let start = text
        while let scalar = next() {
            if scalar == "]" {
                guard text != start else { throw Refusal(reason: "a character class is empty") }
                return text + "]"
            }
            if scalar == "\\", let characters = try escapedClass() {
                // A class such as \d cannot begin a range.
                if try rangeEnd() != nil { throw Refusal(reason: "a range begins with a class") }
                text += characters
                continue
            }
            let first = scalar == "\\" ? try escapedScalar() : scalar
            text += Self.literal(first)
            guard let last = try rangeEnd() else { continue }
            guard first <= last else { throw Refusal(reason: "a range of characters ends before it begins") }
            text += "-" + Self.literal(last)
        }
        throw Refusal(reason: "a class is not closed")
    }

    /// Reads the last character of a range, if one follows.
    private mutating func rangeEnd() throws(Refusal) -> Unicode.Scalar? {
        guard position + 1 < scalars.count, scalars[position] == "-", scalars[position + 1] != "]" else { return nil }
        position += 1
        guard take("\\") else { return next() }
        if try escapedClass() != nil { throw Refusal(reason: "a range ends with a class") }
        return try escapedScalar()
    }
}
