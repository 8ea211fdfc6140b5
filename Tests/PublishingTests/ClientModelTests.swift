import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClientModelTests {
    func file(_ path: String) throws -> JSONValue {
        try JSONValue(parsing: Data(contentsOf: Project.folder.appending(path: "config/\(path).json")))
    }

    /// The issues of a layout of one schema, within a model of another.
    func issues(_ schema: JSONValue, within block: JSONValue, definitions: JSONValue = [:]) throws -> [String] {
        let model = try ClientModel(json: ["block": block, "layouts": ["CARDS": [:]], "$defs": definitions])
        var layout = try #require(schema.object)
        layout["x-homeblocks"] = ["items": "/list", "client": "netease"]
        return try model.issues(of: BlockType(showType: "CARDS", json: .object(layout))).map {
            "\($0.pointer) \($0.reason)"
        }
    }

    static let layouts: [(schema: JSONValue, model: JSONValue, issues: [String])] = [
        (["type": "object"], ["type": "object"], []),
        ([:], ["type": ["object", "array"]], [" must not be of type null or boolean or integer or number or string"]),
        (
            ["properties": ["a": ["type": ["integer", "null"]]]],
            ["properties": ["a": ["type": "integer"]]], ["/a must not be of type null"]
        ),
        (["properties": ["a": ["type": "integer"]]], ["properties": ["a": ["type": "number"]]], []),
        (
            ["properties": ["a": ["type": "number"]]], ["properties": ["a": ["type": "integer"]]],
            ["/a must not be of type number"]
        ),
        ([:], ["properties": ["a": ["type": "integer"]]], ["/a must have a schema, since the apps decode it"]),
        (["properties": ["a": false]], ["properties": ["a": ["type": "integer"]]], []),
        (["properties": ["a": ["type": "string"]]], ["required": ["a"]], ["/a must be required"]),
        (
            ["properties": ["a": ["enum": ["x", "y"]]]], ["properties": ["a": ["enum": ["x", "z"]]]],
            ["/a must be limited to \"x\", \"z\""]
        ),
        (["properties": ["a": ["enum": ["x"]]]], ["properties": ["a": ["type": "string", "enum": ["x", "z"]]]], []),
        (
            ["properties": ["a": ["type": "string"]]], ["properties": ["a": ["not": ["const": "x"]]]],
            ["/a must not be \"x\""]
        ),
        (["properties": ["a": ["not": ["const": "x"]]]], ["properties": ["a": ["not": ["const": "x"]]]], []),
        (["properties": ["a": ["enum": ["y"]]]], ["properties": ["a": ["not": ["const": "x"]]]], []),
        (
            ["properties": ["a": ["type": "array", "items": ["type": ["string", "null"]]]]],
            ["properties": ["a": ["items": ["type": "string"], "minItems": 1]]],
            ["/a must have at least 1 elements", "/a/* must not be of type null"]
        ),
        (
            ["properties": ["a": ["type": "array"]]], ["properties": ["a": ["items": ["type": "string"]]]],
            ["/a must have a schema for its elements, since the apps decode them"]
        ),
        (
            ["properties": ["a": ["type": ["array", "null"], "maxItems": 0]]],
            ["properties": ["a": ["type": ["array", "null"], "items": ["type": "string"]]]], []
        ),
        (
            ["properties": ["a": ["type": "array", "maxItems": 0]]], ["properties": ["a": ["minItems": 1]]],
            ["/a must have at least 1 elements"]
        ),
        (
            ["properties": ["a": ["not": ["const": "x", "minLength": 2]]]],
            ["properties": ["a": ["not": ["const": "x"]]]], ["/a must not be \"x\""]
        ),
        (
            ["properties": ["a": ["not": ["title": "X", "const": "x"]]]],
            ["properties": ["a": ["not": ["const": "x"]]]], []
        ),
        (
            ["properties": ["a": ["type": "array", "items": ["type": "string"]]]],
            ["properties": ["a": ["contains": ["const": "x"]]]],
            ["/a must have an element that the apps can read"]
        ),
        // A section without cards is not sent, so its list of cards is never empty; other lists may be.
        (["properties": ["list": ["type": "array"]]], ["properties": ["list": ["minItems": 1]]], []),
        (
            ["properties": ["list": ["type": "array"]]], ["properties": ["list": ["minItems": 2]]],
            ["/list must have at least 2 elements"]
        ),
        (
            ["properties": ["list": ["type": "array", "if": ["minItems": 1], "then": ["contains": ["const": "x"]]]]],
            ["properties": ["list": ["contains": ["const": "x"]]]], []
        ),
        (
            ["properties": ["a": ["type": "array", "if": ["minItems": 1], "then": ["contains": ["const": "x"]]]]],
            ["properties": ["a": ["contains": ["const": "x"]]]],
            ["/a must have an element that the apps can read"]
        ),
        (
            ["properties": ["list": ["type": "array", "if": ["minItems": 2], "then": ["contains": ["const": "x"]]]]],
            ["properties": ["list": ["contains": ["const": "x"]]]],
            ["/list must have an element that the apps can read"]
        ),
        (
            [
                "properties": [
                    "list": [
                        "type": "array", "if": ["minItems": 1, "pattern": "x"], "then": ["contains": ["const": "x"]],
                    ]
                ]
            ],
            ["properties": ["list": ["contains": ["const": "x"]]]],
            ["/list must have an element that the apps can read"]
        ),
        (
            ["properties": ["a": ["type": "object"]]],
            ["properties": ["a": ["anyOf": [["type": "string"], ["type": "object", "required": ["b"]]]]]],
            ["/a must not be of type object"]
        ),
        (
            ["properties": ["a": ["type": "object", "required": ["b"]]]],
            ["properties": ["a": ["anyOf": [["type": "string"], ["type": "object", "required": ["b"]]]]]], []
        ),
    ]

    @Test(arguments: layouts) func aLayoutThatAdmitsMore_isReportedWithItsPath(
        _ schema: JSONValue, _ model: JSONValue, _ expected: [String]
    ) throws {
        #expect(try issues(schema, within: model) == expected)
    }

    @Test func definitions_areFollowedOnBothSides() throws {
        let text: JSONValue = ["type": "string"]
        let layout: JSONValue = [
            "properties": ["a": ["$ref": "#/$defs/text", "type": ["string", "null"]]], "$defs": ["text": text],
        ]
        let block: JSONValue = ["properties": ["a": ["$ref": "#/$defs/name"]]]
        #expect(try issues(layout, within: block, definitions: ["name": text]) == [])
        #expect(try issues(layout, within: block, definitions: ["name": ["type": "null"]]) != [])
    }

    static let models: [(json: JSONValue, pointer: String)] = [
        (["blocks": [:]], "/blocks"), ([:], "/block"), (["block": ["maxItems": 1]], "/block/maxItems"),
        (["block": ["properties": ["a": ["pattern": "x"]]]], "/block/properties/a/pattern"),
        (["block": [:], "layouts": ["A": ["not": ["type": "null"]]]], "/layouts/A/not"), (["block": [:]], "/layouts"),
    ]

    @Test(arguments: models)
    func aModelWithARuleThatIsNotCompared_isRefused(_ json: JSONValue, _ pointer: String) throws {
        let error = #expect(throws: PublishingError.self) { try ClientModel(json: json) }
        guard case .invalid(let input) = error else {
            Issue.record("it is not refused as input")
            return
        }
        #expect(input.issues.map(\.pointer.description).contains(pointer))
    }

    static let settings: [(settings: JSONObject, pointers: [String])] = [
        (["items": "/list"], []), (["items": "/list", "data": ["/list"]], []),
        (["items": "/list", "summary": ["id"]], ["/x-homeblocks/summary"]),
        (["items": "/list", "data": ["/list", "/other"]], ["/x-homeblocks/data"]),
        (["items": "/list", "data": ["/other"]], ["/x-homeblocks/data"]), (["data": ["/list"]], ["/x-homeblocks/data"]),
    ]

    /// The views use the cards unchanged, and expect at least one.
    @Test(arguments: settings)
    func aLayoutOfAFamily_isSentWithWholeCards_andOnlyWithCards(_ settings: JSONObject, _ pointers: [String]) throws {
        let model = try ClientModel(json: ["block": [:], "layouts": ["CARDS": [:]]])
        let type = try BlockType(
            showType: "CARDS",
            json: ["x-homeblocks": .object(settings.merging(["client": "netease"], uniquingKeysWith: { $1 }))])
        #expect(model.issues(of: type).map(\.pointer.description) == pointers)
    }

    @Test func aLayoutThatTheFamilyDoesNotKnow_isRefused() throws {
        let model = try ClientModel(json: ["block": [:], "layouts": ["CARDS": [:], "SONGS": [:]]])
        let layout: JSONValue = ["x-homeblocks": ["items": "/list", "client": "netease"]]
        _ = try BlockTypeCatalog(documents: ["CARDS": layout], clients: [.netease: model])
        let error = #expect(throws: BlockTypeDocumentError.self) {
            try BlockTypeCatalog(documents: ["CARDZ": layout], clients: [.netease: model])
        }
        guard case .invalid(let input) = error?.reason else {
            Issue.record("it is not refused as input")
            return
        }
        #expect(input.detail.hasPrefix("The netease apps do not know the layout CARDZ: "))
    }

    /// A list that is never empty because it has the cards of one layout may be empty in another.
    @Test func whatALayoutIsAllowedForItsCards_isNotAllowedForAnother_thatSharesTheDefinition() throws {
        let part: JSONValue = ["type": "object", "required": ["list"], "properties": ["list": ["minItems": 1]]]
        let model = try ClientModel(
            json: ["block": ["properties": ["part": part]], "layouts": ["A_CARDS": [:], "B_CARDS": [:]]])
        var documents: [String: JSONValue] = [
            "shared": [
                "$defs": ["part": ["type": "object", "required": ["list"], "properties": ["list": ["type": "array"]]]]
            ]
        ]
        func layout(_ items: String) -> JSONValue {
            [
                "properties": ["part": ["$ref": "shared#/$defs/part"], "cards": ["type": "array"]],
                "x-homeblocks": ["items": .string(items), "client": "netease"],
            ]
        }
        documents["A_CARDS"] = layout("/part/list")
        documents["B_CARDS"] = layout("/part/list")
        _ = try BlockTypeCatalog(documents: documents, clients: [.netease: model])
        documents["B_CARDS"] = layout("/cards")
        let error = #expect(throws: BlockTypeDocumentError.self) {
            try BlockTypeCatalog(documents: documents, clients: [.netease: model])
        }
        #expect(error?.document == "B_CARDS")
        guard case .invalid(let input) = error?.reason else { return }
        #expect(input.issues.map { "\($0.pointer) \($0.reason)" } == ["/part/list must have at least 1 elements"])
    }

    /// A layout's own definition is its own, even if a shared one that it does not use has the same name.
    @Test func aLayoutsOwnDefinition_isNotReplacedByASharedOne() throws {
        let model = try ClientModel(
            json: ["block": ["properties": ["text": ["type": "string"]]], "layouts": ["A_CARDS": [:], "B_CARDS": [:]]])
        func layout(_ reference: String, _ definitions: JSONValue) -> JSONValue {
            [
                "properties": ["text": ["$ref": .string(reference)], "list": ["type": "array"]],
                "$defs": definitions, "x-homeblocks": ["items": "/list", "client": "netease"],
            ]
        }
        let documents: [String: JSONValue] = [
            "shared": ["$defs": ["text": ["type": "string"]]],
            "A_CARDS": layout("shared#/$defs/text", [:]),
            "B_CARDS": layout("#/$defs/text", ["text": ["type": "integer"]]),
        ]
        let error = #expect(throws: BlockTypeDocumentError.self) {
            try BlockTypeCatalog(documents: documents, clients: [.netease: model])
        }
        #expect(error?.document == "B_CARDS")
        let catalog = try BlockTypeCatalog(documents: documents)
        let isText = { (name: String) in
            catalog[name]?.schema.issues(in: ["text": "a", "list": []]).isEmpty
        }
        #expect(isText("A_CARDS") == true)
        #expect(isText("B_CARDS") == false)
    }

    /// A definition of the rules for one layout takes precedence over the family's definition of the same name.
    @Test func aDefinitionOfALayoutsRules_overridesThatOfTheFamily() throws {
        let properties: JSONValue = ["text": ["$ref": "#/$defs/text"]]
        let model = try ClientModel(json: [
            "$defs": ["text": ["type": "string"]], "block": ["properties": properties],
            "layouts": ["CARDS": ["$defs": ["text": ["type": "integer"]], "properties": properties]],
        ])
        let layout: JSONValue = [
            "properties": ["text": ["type": "string"]], "x-homeblocks": ["items": "/list", "client": "netease"],
        ]
        let issues = try model.issues(of: BlockType(showType: "CARDS", json: layout))
        #expect(issues.map { "\($0.pointer) \($0.reason)" } == ["/text must not be of type string"])
    }

    /// Each rule of a shipped layout that published apps need, removed.
    @Test(arguments: [
        ("SLIDE_VOICELIST", "/$defs/creative/properties/creativeType/enum", "/creatives/*/creativeType"),
        ("SLIDE_VOICELIST", "/$defs/creative/properties/uiElement/required", "/creatives/*/uiElement/mainTitle"),
        ("SLIDE_PLAYABLE_DRAGON_BALL", "/$defs/creative/required", "/creatives/*/creativeType"),
        ("HOMEPAGE_SLIDE_PLAYLIST", "/$defs/creative/properties/creativeType/not", "/creatives/*/creativeType"),
        ("HOMEPAGE_NEW_SONG_NEW_ALBUM", "/properties/creatives/then", "/creatives"),
        (
            "DRAGON_BALL", "/$defs/resource/properties/resourceExtInfo/properties/subCount",
            "/creatives/*/resources/*/resourceExtInfo/subCount"
        ),
        ("BANNER", "/$defs/banner/properties/adid", "/extInfo/banners/*/adid"),
    ])
    func aLoosenedLayout_isRefused(_ name: String, _ rule: String, _ place: String) throws {
        var documents: [String: JSONValue] = [:]
        for name in [name, "common", "music"] { documents[name] = try file("block-types/\(name)") }
        let client = [ClientFamily.netease: try ClientModel(json: file("client-families/netease"))]
        _ = try BlockTypeCatalog(documents: documents, clients: client)
        let path = try #require(JSONPointer(parsing: rule)).tokens
        documents[name] = documents[name]?.setting(path[...], to: nil)
        let error = #expect(throws: BlockTypeDocumentError.self) {
            try BlockTypeCatalog(documents: documents, clients: client)
        }
        #expect(error?.document == name)
        guard case .invalid(let input) = error?.reason else { return }
        #expect(input.issues.first?.pointer.description == place)
        let detail = "The netease apps cannot read everything that the layout \(name) allows: \(place)"
        #expect(input.detail.hasPrefix(detail))
    }

    /// Clips are read by index, and only sections without cards are not sent.
    @Test func theListThatAViewIndexes_isTheListOfCards() throws {
        var documents: [String: JSONValue] = [:]
        for name in ["SHUFFLE_MLOG", "common", "music"] { documents[name] = try file("block-types/\(name)") }
        let client = [ClientFamily.netease: try ClientModel(json: file("client-families/netease"))]
        documents["SHUFFLE_MLOG"] = documents["SHUFFLE_MLOG"]?.setting(["x-homeblocks", "items"], to: "/creatives")
        let error = #expect(throws: BlockTypeDocumentError.self) {
            try BlockTypeCatalog(documents: documents, clients: client)
        }
        guard case .invalid(let input) = error?.reason else { return }
        #expect(input.issues.map(\.pointer.description).contains("/extInfo"))
    }

    /// If the list of paths that one of the apps decodes is available, the model names each of them.
    @Test(.enabled(if: Project.reference("wire/reference-client-required-paths.tsv") != nil))
    func theModel_namesEveryRecordedPath() throws {
        let model = try #require(try file("client-families/netease").object)
        let data = try #require(Project.reference("wire/reference-client-required-paths.tsv"))
        for row in String(decoding: data, as: UTF8.self).split(separator: "\n").map({ $0.split(separator: "\t") }) {
            let path = row[0].split(separator: ".").map(String.init)
            guard path.count > 2, path[1] == "blocks[]", path[2] != "blockCode", path[2] != "showType" else { continue }
            let (parent, node) = Self.find(path.dropFirst(2), in: model["block"] ?? .null, model)
            #expect(node != nil, "\(row[0])")
            let name = path.last?.replacingOccurrences(of: "[]", with: "") ?? ""
            // The server adds this member to every block.
            if row[1] == "REQUIRED", row[0] != "data.blocks[].canClose" {
                let required = parent?.object?["required"]?.array?.compactMap(\.string)
                #expect(required?.contains(name) ?? false, "\(row[0])")
            }
        }
    }

    /// The schemas of a path's parent and of its value.
    private static func find(
        _ path: ArraySlice<String>, in node: JSONValue, _ model: JSONObject
    ) -> (parent: JSONValue?, node: JSONValue?) {
        guard let part = path.first else { return (nil, node) }
        let name = part.replacingOccurrences(of: "[]", with: "")
        for form in forms(node, model) {
            guard var next = form.object?["properties"]?.object?[name] else { continue }
            if part.hasSuffix("[]") {
                let lists = forms(next, model).compactMap { $0.object?["items"] }
                guard let items = lists.first else { continue }
                next = items
            }
            if path.count == 1 { return (form, next) }
            let found = find(path.dropFirst(), in: next, model)
            if found.node != nil { return found }
        }
        return (nil, nil)
    }

    private static func forms(_ node: JSONValue, _ model: JSONObject) -> [JSONValue] {
        if let name = node.object?["$ref"]?.string?.dropFirst("#/$defs/".count) {
            return model["$defs"]?.object?[String(name)].map { forms($0, model) } ?? []
        }
        return node.object?["anyOf"]?.array.map { $0.flatMap { forms($0, model) } } ?? [node]
    }
}
