import Foundation
public import HomeBlocks

/// The searchable text of a block: its code, and each string and number in its content, its localizations, its fallback
/// and its source.
public struct SearchText: Sendable, Equatable {
    /// The folded values, a line each, without duplicates.
    public let text: String

    public init(_ block: BlockResource) {
        var seen: Set<String> = []
        let lines = Self.values(of: block).map { Self.folded($0.text) }.filter { seen.insert($0).inserted }
        text = lines.joined(separator: "\n")
    }

    /// The n-grams of the text for the index, separated by spaces.
    public var grams: String { Self.grams(of: text).sorted().joined(separator: " ") }

    /// The values of a block with their pointers into the resource.
    static func values(of block: BlockResource) -> [(pointer: JSONPointer, text: String)] {
        var values = [(pointer: JSONPointer(["blockCode"]), text: block.blockCode)]
        let json = block.json
        for name in ["content", "localizations", "fallback", "source"] {
            collect(json[name] ?? .null, JSONPointer([name]), &values)
        }
        return values
    }

    private static func collect(
        _ value: JSONValue, _ pointer: JSONPointer, _ values: inout [(pointer: JSONPointer, text: String)]
    ) {
        switch value {
        case .string(let text): if !text.isEmpty { values.append((pointer, text)) }
        case .number(let number): values.append((pointer, number.text))
        case .array(let elements):
            for (index, element) in elements.enumerated() { collect(element, pointer.appending(index), &values) }
        case .object(let members):
            for (name, member) in members.sortedByName { collect(member, pointer.appending(name), &values) }
        case .null, .bool: break
        }
    }

    /// A folded text in one line.
    static func folded(_ text: String) -> String {
        let folded = SearchFolding.folded(text)
        guard folded.utf8.contains(where: { $0 < 0x20 }) else { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    /// A LIKE pattern for texts that contain a text, with the escape character `\`.
    static func pattern(containing text: String) -> String {
        var pattern = "%"
        // By scalars: a combining mark after a wildcard would form another character with it.
        for scalar in text.unicodeScalars {
            if ["\\", "%", "_"].contains(scalar) { pattern.unicodeScalars.append("\\") }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }

    /// Names for each character of a text and each pair of adjacent ones, except those with white space. Names have
    /// only letters and digits, so that every index treats them as words.
    static func grams(of text: String) -> Set<String> {
        var grams: Set<String> = []
        var last: String?
        for scalar in text.unicodeScalars {
            guard !scalar.properties.isWhitespace else {
                last = nil
                continue
            }
            let name = String(scalar.value, radix: 16)
            grams.insert(name)
            if let last { grams.insert("\(last)x\(name)") }
            last = name
        }
        return grams
    }
}

/// A search query.
public struct SearchQuery: Sendable, Equatable {
    /// The folded query, without leading and trailing spaces.
    let text: String

    public static let maximumLength = 100

    /// - Throws: ``PublishingError/malformed(_:)`` if the query is empty or too long.
    public init(_ text: String) throws(PublishingError) {
        let folded = SearchText.folded(text).trimmingCharacters(in: .whitespaces)
        guard (1...Self.maximumLength).contains(text.unicodeScalars.count), !folded.isEmpty, !folded.contains("\0")
        else {
            throw .malformed("`q` must be a string of 1 to \(Self.maximumLength) characters, not only spaces.")
        }
        self.text = folded
    }

    /// The n-grams that a text with the query must have. A single character has its own name; longer queries have only
    /// those of pairs.
    public var grams: String {
        let all = SearchText.grams(of: text)
        let pairs = all.filter { $0.contains("x") }
        return (pairs.isEmpty ? all : pairs).sorted().joined(separator: " ")
    }

    /// A LIKE pattern for texts that contain the query, with the escape character `\`.
    public var pattern: String { SearchText.pattern(containing: text) }

    /// The first match in a block: its pointer, and the text around it.
    public func match(in block: BlockResource) -> (pointer: JSONPointer, snippet: String)? {
        let found = SearchText.values(of: block).first {
            SearchText.folded($0.text).unicodeScalars.contains(text.unicodeScalars)
        }
        return found.map { ($0.pointer, snippet(of: $0.text)) }
    }

    /// Returns at most 120 characters around the query.
    private func snippet(of value: String) -> String {
        let line = value.replacing("\n", with: " ")
        let begin = line.index(start(in: line), offsetBy: -30, limitedBy: line.startIndex) ?? line.startIndex
        let end = line.index(begin, offsetBy: 120, limitedBy: line.endIndex) ?? line.endIndex
        return (begin > line.startIndex ? "…" : "") + line[begin..<end] + (end < line.endIndex ? "…" : "")
    }

    /// The position of the query in a text; the text's start if comparing character by character does not find it.
    private func start(in line: String) -> String.Index {
        var folded: [Unicode.Scalar] = []
        // For each scalar of the folded text, the index of its character.
        var places: [String.Index] = []
        for index in line.indices {
            let scalars = SearchText.folded(String(line[index])).unicodeScalars
            folded += scalars
            places += repeatElement(index, count: scalars.count)
        }
        return folded.firstRange(of: Array(text.unicodeScalars)).map { places[$0.lowerBound] } ?? line.startIndex
    }
}

/// A version of a block that matches a query.
public struct SearchResult: Sendable, Equatable {
    /// The id of the version; newer ones have higher numbers.
    public let version: Int64
    public let page: String
    public let title: String
    /// The stages that have the version.
    public let stages: [Stage]
    public let block: BlockResource
    public let pointer: JSONPointer
    public let snippet: String

    public init(
        version: Int64, page: String, title: String, stages: [Stage], block: BlockResource, pointer: JSONPointer,
        snippet: String
    ) {
        self.version = version
        self.page = page
        self.title = title
        self.stages = stages
        self.block = block
        self.pointer = pointer
        self.snippet = snippet
    }

    public var json: JSONValue {
        [
            "page": .string(page), "title": .string(title), "stages": .array(stages.map { .string($0.rawValue) }),
            "blockCode": .string(block.blockCode), "showType": .string(block.showType),
            "pointer": .string(pointer.description), "snippet": .string(snippet),
        ]
    }
}
