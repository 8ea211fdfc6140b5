import Foundation
import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// The client library shows whatever the layouts accept: fields that the layouts name are removed, nulled, retyped and
/// replaced at random, and content that is still accepted is read as apps read it.
@Suite(.timeLimit(.minutes(60))) struct AcceptedMutationTests {
    static let documents = Int(ProcessInfo.processInfo.environment["HOMEBLOCKS_MUTATED_DOCUMENTS"] ?? "") ?? 1000

    @Test func acceptedDocuments_loseNoSectionWithOtherValidCards() throws {
        let subjects = try Self.subjects()
        #expect(subjects.count >= 45)
        var generator = SeededGenerator(seed: 47)
        var (accepted, tried, lost) = (0, 0, 0)
        while accepted < Self.documents, tried < 100 * Self.documents {
            tried += 1
            guard let subject = subjects.randomElement(using: &generator) else { return }
            var content = JSONValue.object(subject.block.content)
            var paths: [[String]] = []
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                guard let path = subject.fields.randomElement(using: &generator) else { continue }
                let new = subject.mutations(of: path).randomElement(using: &generator) ?? nil
                content = content.replacing(path[...], with: new) ?? content
                paths.append(path)
            }
            guard let document = subject.document(of: content) else { continue }
            accepted += 1
            let shown = ShownCards(document, layout: subject.block.showType)
            let least = subject.cards(without: paths)
            #expect(shown.count >= least, "\(subject.block.blockCode) \(paths): \(shown)")
            if shown.issues.contains(where: { $0.scope == .section }) { lost += 1 }
        }
        #expect(accepted == Self.documents)
        print("accepted \(accepted) of \(tried) documents; \(lost) lost their only card")
    }

    /// The blocks of the starter pages, with few cards each.
    private static func subjects() throws -> [MutationSubject] {
        let catalog = try Project.catalog()
        return try ["music", "mall", "demo", "news", "moments"].flatMap { slug in
            let page = try Project.page(slug)
            return page.blocks.prefix(20).compactMap { block in
                var block = block
                (block.localizations, block.fallback) = ([:], nil)
                block.content = JSONValue.object(block.content).shortened(to: 3).object ?? block.content
                return MutationSubject(block, client: page.client, catalog)
            }
        }
    }
}

/// A block whose fields are mutated.
private struct MutationSubject {
    let block: BlockResource
    let client: ClientFamily?
    let catalog: BlockTypeCatalog
    /// The paths to all fields that the layout names, present or not.
    let fields: [[String]]
    private let values: [JSONValue?]

    /// - Returns: nil for a block without fields to mutate, or one that is not accepted unchanged.
    init?(_ block: BlockResource, client: ClientFamily?, _ catalog: BlockTypeCatalog) {
        (self.block, self.client, self.catalog) = (block, client, catalog)
        guard let schema = catalog[block.showType]?.schema.json else { return nil }
        let content = JSONValue.object(block.content)
        fields = Array(Set(NamedFields(schema).paths(schema, in: content, at: []))).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        values = [
            nil, nil, .null, .null, "", "seven", "7", 7, -1, try? JSONValue(parsing: "9223372036854775808"),
            try? JSONValue(parsing: "1.5"), true, false, [], .object([:]), [nil], [.object([:])], ["x": 1], ["seven"],
            "https://example.com/x", "orpheus",
        ]
        guard !fields.isEmpty, document(of: content) != nil else { return nil }
    }

    /// The replacements of a field: general values, mutations of its list, and the value of a field with the same name.
    func mutations(of path: [String]) -> [JSONValue?] {
        let content = JSONValue.object(block.content)
        var values = values
        if let list = content[pointer: JSONPointer(path)]?.array, let first = list.first {
            values += [
                .array(list.dropFirst() + []), .array(list + [first]), .array(list + [nil]), .array([nil] + list),
            ]
        }
        if let neighbour = fields.filter({ $0.last == path.last }).first(where: { $0 != path }) {
            values.append(content[pointer: JSONPointer(neighbour)])
        }
        return values
    }

    /// The section as apps get it; nil if the content is rejected or there is nothing to show.
    func document(of content: JSONValue) -> JSONValue? {
        var changed = block
        changed.content = content.object ?? [:]
        guard catalog.issues(in: changed, client: client).isEmpty,
            let rendered = RenderedForm(changed.content, of: changed, showType: block.showType, catalog, nil)?
                .content({ _ in true })
        else { return nil }
        return try? JSONValue(parsing: rendered.bytes)
    }

    /// The minimum number of cards to show, whatever the values at these paths are: the number without the values or
    /// without the list elements that contain them, whichever is larger.
    func cards(without paths: [[String]]) -> Int {
        let content = JSONValue.object(block.content)
        return max(cards(removing: paths), cards(removing: paths.map { content.elements(along: $0).first ?? $0 }))
    }

    private func cards(removing paths: [[String]]) -> Int {
        var content = block.content
        (content["blockCode"], content["showType"]) = (.string(block.blockCode), .string(block.showType))
        var remaining = JSONValue.object(content)
        // Later elements first, so that the indices of the others stay valid.
        for path in Set(paths).sorted(by: { $1.lexicographicallyPrecedes($0) }) {
            remaining = remaining.replacing(path[...], with: nil) ?? remaining
        }
        return ShownCards(remaining, layout: block.showType).count
    }
}

/// The fields that a schema names for the objects of a value, present or not.
private struct NamedFields {
    private let definitions: JSONObject

    init(_ schema: JSONValue) { definitions = schema.object?["$defs"]?.object ?? [:] }

    func paths(_ schema: JSONValue, in value: JSONValue, at path: [String]) -> [[String]] {
        guard let keywords = schema.object else { return [] }
        var found: [[String]] = []
        if let name = keywords["$ref"]?.string?.split(separator: "/").last, let target = definitions[String(name)] {
            found += paths(target, in: value, at: path)
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for schema in keywords[keyword]?.array ?? [] { found += paths(schema, in: value, at: path) }
        }
        for keyword in ["if", "then", "else"] {
            if let schema = keywords[keyword] { found += paths(schema, in: value, at: path) }
        }
        for (name, schema) in keywords["properties"]?.object ?? [:] {
            guard let members = value.object else { break }
            found.append(path + [name])
            if let member = members[name] { found += paths(schema, in: member, at: path + [name]) }
        }
        if let schema = keywords["items"] {
            for (index, element) in (value.array ?? []).enumerated() {
                found += paths(schema, in: element, at: path + [String(index)])
            }
        }
        return found
    }
}

extension JSONValue {
    /// The value with a maximum number of elements in each list.
    fileprivate func shortened(to count: Int) -> JSONValue {
        switch self {
        case .object(let members):
            .object(JSONObject(members.map { ($0.key, $0.value.shortened(to: count)) }, uniquingKeysWith: { $1 }))
        case .array(let elements): .array(elements.prefix(count).map { $0.shortened(to: count) })
        default: self
        }
    }
}
