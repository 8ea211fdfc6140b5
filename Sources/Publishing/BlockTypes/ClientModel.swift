public import HomeBlocks

/// The content that the published apps of a family can read: the fields that their models decode, and what their views
/// need.
///
/// It consists of schemas of a block's content. `block` applies to each layout, `layouts` contains the layouts that the
/// apps know and further rules for each, and both may use the definitions in `$defs`.
public struct ClientModel: Sendable {
    private let block: JSONSchema
    private let layouts: [String: JSONSchema]

    /// The keywords that ``SchemaInclusion`` compares. Rules with other keywords would not be enforced.
    private static let keywords: Set<String> = [
        "$defs", "$ref", "title", "description", "type", "properties", "required", "items", "contains", "minItems",
        "enum", "const", "anyOf", "not",
    ]

    /// Reads the model file of a family.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        let members = json.object ?? [:]
        let known: Set<String> = ["$schema", "$id", "title", "description", "$defs", "block", "layouts"]
        var issues = members.keys.sorted().filter { !known.contains($0) }
            .map { ValidationIssue(JSONPointer([$0]), "is unknown") }
        issues += ["block", "layouts"].filter { members[$0] == nil }
            .map { ValidationIssue(JSONPointer([$0]), "is required") }
        for (name, value) in members.sortedByName where ["$defs", "block", "layouts"].contains(name) {
            let isSchema = name == "block"
            let schemas = isSchema ? ["": value] : value.object ?? [:]
            for (key, schema) in schemas.sortedByName {
                let place = JSONPointer(isSchema ? [name] : [name, key])
                issues += Self.unknownKeywords(in: schema, at: place)
            }
        }
        try issues.refuse("family of apps")
        // They are read once, because there are many.
        let shared = try JSONSchema(["$defs": members["$defs"] ?? [:]]).definitions
        block = try JSONSchema(members["block"] ?? [:], shared: shared)
        var layouts: [String: JSONSchema] = [:]
        for (name, schema) in (members["layouts"]?.object ?? [:]).sortedByName {
            layouts[name] = try JSONSchema(schema, shared: shared)
        }
        self.layouts = layouts
    }

    private static func unknownKeywords(in schema: JSONValue, at pointer: JSONPointer) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        for (name, value) in (schema.object ?? [:]).sortedByName {
            let place = pointer.appending(name)
            switch name {
            case "items", "contains": issues += unknownKeywords(in: value, at: place)
            case "properties":
                for (key, schema) in (value.object ?? [:]).sortedByName {
                    issues += unknownKeywords(in: schema, at: place.appending(key))
                }
            case "anyOf":
                for (index, schema) in (value.array ?? []).enumerated() {
                    issues += unknownKeywords(in: schema, at: place.appending(index))
                }
            case "not" where value.object.map { Array($0.keys) } != ["const"]:
                issues.append(ValidationIssue(place, "must have \"const\" only"))
            case _ where !keywords.contains(name):
                issues.append(ValidationIssue(place, "the keyword \"\(name)\" is not compared with layouts"))
            default: break
            }
        }
        return issues
    }

    /// Returns what a layout permits but the apps cannot read. A pointer leads into the content, with `*` for any
    /// element of a list, or into the settings of the layout.
    public func issues(of type: BlockType) -> [ValidationIssue] {
        issues(of: type, SchemaInclusion.Accepted())
    }

    private func issues(of type: BlockType, _ accepted: SchemaInclusion.Accepted) -> [ValidationIssue] {
        var issues = SchemaInclusion.issues(of: type.schema, within: block, cards: type.items, accepted)
        if let own = layouts[type.showType] {
            issues += SchemaInclusion.issues(
                of: type.schema, within: own, cards: type.items, SchemaInclusion.Accepted()
            )
            .filter { !issues.contains($0) }
        }
        let settings = JSONPointer(["x-homeblocks"])
        if type.summary != nil {
            issues.append(ValidationIssue(settings.appending("summary"), "must be absent: the apps show whole cards"))
        }
        if type.data != type.items.map({ [$0] }) {
            issues.append(ValidationIssue(settings.appending("data"), "must have the list of \"items\" and no other"))
        }
        return issues
    }

    /// Checks that the apps know a layout and can read all content that it permits.
    ///
    /// - Parameter accepted: The results for other layouts that share definitions with this one.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue into the content or the settings.
    func check(_ type: BlockType, _ accepted: SchemaInclusion.Accepted) throws(PublishingError) {
        let family = type.client?.rawValue ?? "none"
        guard layouts[type.showType] != nil else {
            throw .invalid(
                InvalidInput(
                    "The \(family) apps do not know the layout \(type.showType): it is not among the \"layouts\" of "
                        + "their file. Remove \"client\" from its settings."))
        }
        let issues = issues(of: type, accepted)
        guard !issues.isEmpty else { return }
        throw .invalid(
            InvalidInput(
                "The \(family) apps cannot read everything that the layout \(type.showType) allows: \(issues.summary). "
                    + "Change the layout, or remove \"client\" from its settings.",
                issues: issues))
    }
}
