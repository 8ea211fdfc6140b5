import HomeBlocks

/// Parses the JSON of a schema into nodes and collects its issues.
struct SchemaReader {
    private(set) var issues: [ValidationIssue] = []
    private(set) var definitions: [JSONString: SchemaNode]
    private var references: [(name: String, pointer: JSONPointer)] = []

    /// Annotations for people, which do not restrict values.
    private static let annotations: Set<String> = ["title", "description", "default", "examples"]

    /// Keywords that are allowed only at the root: elsewhere they would change the meaning of references.
    private static let rootKeywords: Set<String> = ["$schema", "$id", "$defs"]

    /// The definitions in `$defs` that are not read again.
    private let parsed: [JSONString: SchemaNode]

    init(shared: [JSONString: SchemaNode], parsed: [JSONString: SchemaNode]) {
        definitions = shared.merging(parsed) { $1 }
        self.parsed = parsed
    }

    mutating func node(_ json: JSONValue, at pointer: JSONPointer) -> SchemaNode {
        var keywords = SchemaNode.Keywords()
        switch json {
        case .bool(let accepts): keywords.refusesAll = !accepts
        case .object(let members):
            for (name, value) in members.sortedByName {
                read(name, value, into: &keywords, at: pointer.appending(name))
            }
            checkBounds(keywords, at: pointer)
        default: report(pointer, "must be a schema: an object, true or false")
        }
        return SchemaNode(keywords)
    }

    mutating func checkReferences() {
        for reference in references where definitions[JSONString(reference.name)] == nil {
            report(reference.pointer, "there is no definition \"\(reference.name)\"")
        }
    }

    private mutating func report(_ pointer: JSONPointer, _ reason: String) {
        issues.append(ValidationIssue(pointer, reason))
    }

    private mutating func read(
        _ name: String, _ value: JSONValue, into keywords: inout SchemaNode.Keywords, at pointer: JSONPointer
    ) {
        if Self.annotations.contains(name) { return }
        if name == "x-picture" { return checkPicture(value, at: pointer) }
        if name == "x-fold" {
            // The console shows fields with this keyword under "More fields".
            if value != .bool(true) { report(pointer, "must be true, or left out") }
            return
        }
        let isRoot = pointer.tokens.count == 1
        if Self.rootKeywords.contains(name), !isRoot {
            return report(pointer, "is allowed only at the root of a schema")
        }
        if !Self.rootKeywords.contains(name) { keywords.names.insert(name) }
        switch name {
        case "$schema", "$id": break
        // At the root it contains the settings of the layout, which `BlockType` reads.
        case "x-homeblocks": if !isRoot { keywords.schemes = schemes(value, at: pointer) }
        case "$defs":
            let own = nodes(value, at: pointer, except: parsed)
            definitions.merge(own) { $1 }
        case "$ref": keywords.reference = reference(value, at: pointer)
        case "type": keywords.kinds = kinds(value, at: pointer)
        case "properties": keywords.properties = nodes(value, at: pointer)
        case "required": keywords.required = texts(value, at: pointer)
        case "additionalProperties": keywords.additional = node(value, at: pointer)
        case "items": keywords.items = node(value, at: pointer)
        case "contains": keywords.contains = node(value, at: pointer)
        case "enum": keywords.values = choices(value, at: pointer)
        case "const": keywords.constant = value
        case "minItems": keywords.minItems = count(value, at: pointer)
        case "maxItems": keywords.maxItems = count(value, at: pointer)
        case "minLength": keywords.minLength = count(value, at: pointer)
        case "maxLength": keywords.maxLength = count(value, at: pointer)
        case "minimum": keywords.minimum = number(value, at: pointer)
        case "maximum": keywords.maximum = number(value, at: pointer)
        case "pattern": keywords.pattern = pattern(value, at: pointer)
        case "format": keywords.format = format(value, at: pointer)
        case "allOf": keywords.allOf = branches(value, at: pointer)
        case "anyOf": keywords.anyOf = branches(value, at: pointer)
        case "oneOf": keywords.oneOf = branches(value, at: pointer)
        case "not": keywords.not = node(value, at: pointer)
        case "if": keywords.condition = node(value, at: pointer)
        case "then": keywords.then = node(value, at: pointer)
        case "else": keywords.otherwise = node(value, at: pointer)
        default: report(pointer, "the keyword \"\(name)\" is not supported")
        }
    }

    /// Reports contradictory bounds, and address schemes without the format of an address.
    private mutating func checkBounds(_ keywords: SchemaNode.Keywords, at pointer: JSONPointer) {
        if keywords.minItems > keywords.maxItems { report(pointer.appending("minItems"), "is more than maxItems") }
        if keywords.minLength > keywords.maxLength { report(pointer.appending("minLength"), "is more than maxLength") }
        if let minimum = keywords.minimum, let maximum = keywords.maximum, minimum > maximum {
            report(pointer.appending("minimum"), "is more than maximum")
        }
        if keywords.schemes != nil, keywords.format != .uriReference, keywords.format != .iriReference {
            report(pointer.appending("x-homeblocks"), "is only allowed together with the format of an address")
        }
    }

    /// Checks the requirements for a picture, which the console's form uses: its ratio, its width in pixels, and the
    /// names of the members next to it that contain the picture for dark screens and its width and height.
    private mutating func checkPicture(_ value: JSONValue, at pointer: JSONPointer) {
        guard let members = value.object else { return report(pointer, "must be an object") }
        for (name, value) in members.sortedByName {
            let place = pointer.appending(name)
            switch name {
            case "ratio":
                let sides = value.string?.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) } ?? []
                let areGood =
                    sides.count == 2 && sides.allSatisfy { (1...PictureHeader.maximumPixels).contains($0 ?? 0) }
                if !areGood { report(place, "must be a width and a height, such as \"1080:420\"") }
            case "width":
                guard let width = value.int, (1...PictureHeader.maximumPixels).contains(width) else {
                    report(place, "must be a number of pixels from 1 to \(PictureHeader.maximumPixels)")
                    break
                }
            case "dark": if value.string?.isEmpty ?? true { report(place, "must be the name of a member") }
            case "size":
                let names = ["width", "height"].map { value.object?[$0]?.string ?? "" }
                if value.object?.count != 2 || names.contains("") {
                    report(place, "must name two members, such as {\"width\": \"width\", \"height\": \"height\"}")
                }
            default: report(place, "is an unknown member")
            }
        }
        if members["width"] == nil { report(pointer, "must have \"width\"") }
    }

    private mutating func schemes(_ value: JSONValue, at pointer: JSONPointer) -> AddressSchemes.Kind? {
        if let members = value.object, members.count == 1, let name = members["schemes"]?.string,
            let kind = AddressSchemes.Kind(rawValue: name)
        {
            return kind
        }
        report(pointer, "must have \"schemes\", which is \"web\" or \"app\"")
        return nil
    }

    private mutating func nodes(
        _ value: JSONValue, at pointer: JSONPointer, except known: [JSONString: SchemaNode] = [:]
    ) -> [JSONString: SchemaNode] {
        guard let members = value.object else {
            report(pointer, "must be an object of schemas")
            return [:]
        }
        var nodes: [JSONString: SchemaNode] = [:]
        for (name, member) in members.sortedByName where known[JSONString(name)] == nil {
            nodes[JSONString(name)] = node(member, at: pointer.appending(name))
        }
        return nodes
    }

    private mutating func branches(_ value: JSONValue, at pointer: JSONPointer) -> [SchemaNode] {
        choices(value, at: pointer).enumerated().map { node($1, at: pointer.appending($0)) }
    }

    private mutating func list(_ value: JSONValue, at pointer: JSONPointer) -> [JSONValue] {
        if let elements = value.array { return elements }
        report(pointer, "must be a list")
        return []
    }

    /// Reads a list that must not be empty.
    private mutating func choices(_ value: JSONValue, at pointer: JSONPointer) -> [JSONValue] {
        let choices = list(value, at: pointer)
        if choices.isEmpty, value.array != nil { report(pointer, "must not be empty") }
        return choices
    }

    private mutating func texts(_ value: JSONValue, at pointer: JSONPointer) -> [String] {
        let texts = list(value, at: pointer).compactMap(\.string)
        if texts.count != value.array?.count { report(pointer, "must be a list of names") }
        return texts
    }

    private mutating func kinds(_ value: JSONValue, at pointer: JSONPointer) -> SchemaNode.Kinds {
        let names = value.string.map { [$0] } ?? texts(value, at: pointer)
        if value.array?.isEmpty ?? false { report(pointer, "must not be empty") }
        let kinds = names.compactMap { SchemaNode.Kinds($0) }
        if kinds.count != names.count { report(pointer, "has an unknown type") }
        return SchemaNode.Kinds(kinds)
    }

    private mutating func reference(_ value: JSONValue, at pointer: JSONPointer) -> String? {
        guard let reference = value.string.flatMap(SchemaReference.init), reference.document == nil else {
            report(pointer, SchemaReference.rule)
            return nil
        }
        references.append((reference.name, pointer))
        return reference.name
    }

    private mutating func count(_ value: JSONValue, at pointer: JSONPointer) -> Int {
        if let count = value.int, count >= 0 { return count }
        report(pointer, "must be a whole number, 0 or more")
        return 0
    }

    private mutating func number(_ value: JSONValue, at pointer: JSONPointer) -> JSONNumber? {
        if case .number(let number) = value { return number }
        report(pointer, "must be a number")
        return nil
    }

    private mutating func pattern(_ value: JSONValue, at pointer: JSONPointer) -> SchemaNode.Pattern? {
        guard let text = value.string else {
            report(pointer, "must be a string")
            return nil
        }
        do {
            let pattern = try ECMAPattern(text)
            if (try? Regex(pattern.expression)) != nil {
                return SchemaNode.Pattern(text: text, expression: pattern.expression)
            }
            report(pointer, "must be a supported regular expression")
        } catch {
            report(pointer, "must be a supported regular expression: \(error.reason)")
        }
        return nil
    }

    private mutating func format(_ value: JSONValue, at pointer: JSONPointer) -> SchemaNode.Format? {
        if let format = value.string.flatMap(SchemaNode.Format.init(rawValue:)) { return format }
        report(pointer, "the format is not supported")
        return nil
    }
}
