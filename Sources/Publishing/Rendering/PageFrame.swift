public import HomeBlocks

/// Everything in a document except its blocks: the envelope and the completed page-level fields.
public struct PageFrame: Sendable {
    /// The fields before and after the blocks; ``document(blocks:cursor:hasMore:)`` writes those that depend on the
    /// request.
    private let before: [UInt8]
    private let after: JSONObject

    /// The default page-level fields. A page's own fields must have the same types.
    private static let usual: JSONObject = [
        "pageConfig": [
            "refreshToast": "", "nodataToast": "", "refreshInterval": 600_000, "title": nil, "fullscreen": false,
            "abtest": [], "songLabelMarkPriority": [], "songLabelMarkLimit": 1, "homepageMode": "RCMD_MODE",
            "showModeEntry": true, "orderInfo": "",
        ],
        "guideToast": ["hasGuideToast": false, "toastList": []],
        "internalTest": nil, "titles": [], "exposedResource": "", "demote": false,
    ]

    /// The fields that the server computes for each request.
    static let computed: Set<String> = ["blocks", "cursor", "hasMore", "blockUUIDs", "blockCodeOrderList"]

    /// Creates a frame with a page's own fields merged over the default ones.
    ///
    /// - Parameter client: the client family that reads the page; its apps get integers without fraction or exponent.
    public init(data: JSONObject, client: ClientFamily? = nil) {
        var fields = Self.usual
        for (name, value) in data {
            if let own = value.object, let usual = fields[name]?.object {
                let own = client == nil ? own : Self.writingIntegers(in: own, usual)
                fields[name] = .object(usual.merging(own, uniquingKeysWith: { $1 }))
            } else {
                fields[name] = value
            }
        }
        fields["blockCodeOrderList"] = .null
        fields["blockUUIDs"] = .null
        // Members are sorted by name: those before "blocks" are the same in every response.
        var bytes = Array("{\"code\":200,\"data\":{".utf8)
        for (name, value) in fields.sortedByName where name < "blocks" {
            JSONValue.string(name).write(into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.write(into: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        before = bytes + Array("\"blocks\":".utf8)
        after = fields.filter { $0.key > "blocks" }
    }

    private static func writingIntegers(in own: JSONObject, _ usual: JSONObject) -> JSONObject {
        var own = own
        for (name, value) in own {
            guard case .number(let number) = value, case .number = usual[name] else { continue }
            if let plain = number.plainInteger { own[name] = .number(plain) }
        }
        return own
    }

    /// The issues of a page's own fields: clients decode the default ones strictly.
    static func issues(in data: JSONObject) -> [ValidationIssue] {
        data.keys.sorted().filter(computed.contains)
            .map { ValidationIssue(JSONPointer([$0]), "is computed by the server and must be left out") }
            + issues(in: data.filter { !computed.contains($0.key) }, usual: usual, at: JSONPointer())
    }

    private static func issues(in own: JSONObject, usual: JSONObject, at pointer: JSONPointer) -> [ValidationIssue] {
        own.sortedByName.flatMap { name, value -> [ValidationIssue] in
            let pointer = pointer.appending(name)
            switch (usual[name], value) {
            case (nil, _), (.null, .null), (.bool, .bool), (.string, .string): return []
            case (.number, .number) where value.isInteger: return []
            case (.object(let usual), .object(let own)): return issues(in: own, usual: usual, at: pointer)
            case (.array, .array(let elements)):
                let mayHoldAnything = name == "toastList" || name == "titles"
                return mayHoldAnything || elements.allSatisfy { $0.string != nil }
                    ? [] : [ValidationIssue(pointer, "must be a list of strings")]
            case (.null, _): return [ValidationIssue(pointer, "must be null")]
            default: return [ValidationIssue(pointer, "has the wrong type for the apps that read it")]
            }
        }
    }

    /// The document with some blocks, which are encoded already.
    public func document(blocks: some Collection<[UInt8]>, cursor: String?, hasMore: Bool) -> [UInt8] {
        let ends = ends(cursor: cursor, hasMore: hasMore)
        var bytes = ends.before
        bytes.reserveCapacity(blocks.reduce(bytes.count + ends.after.count) { $0 + $1.count + 1 })
        for (index, block) in blocks.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += block
        }
        return bytes + ends.after
    }

    /// The parts of that document before the first block and after the last one.
    func ends(cursor: String?, hasMore: Bool) -> (before: [UInt8], after: [UInt8]) {
        var members = after
        members["cursor"] = cursor.map { .string($0) } ?? .null
        members["hasMore"] = .bool(hasMore)
        let tail = JSONValue.object(members).encoded
        return (
            before + [UInt8(ascii: "[")], Array("],".utf8) + tail.dropFirst() + Array(",\"message\":\"\"}".utf8)
        )
    }
}
