public import HomeBlocks

/// Everything of a document but its blocks: the envelope and the page-level fields, completed.
public struct PageFrame: Sendable {
    /// The fields by name; those that depend on the request are written by ``document(blocks:cursor:hasMore:)``.
    private let before: [UInt8]
    private let after: JSONObject

    /// The usual page-level fields. Their types are also the types that a page's own ones must have.
    private static let usual: JSONObject = [
        "pageConfig": [
            "refreshToast": "", "nodataToast": "", "refreshInterval": 600_000, "title": nil, "fullscreen": false,
            "abtest": [], "songLabelMarkPriority": [], "songLabelMarkLimit": 1, "homepageMode": "RCMD_MODE",
            "showModeEntry": true, "orderInfo": "",
        ],
        "guideToast": ["hasGuideToast": false, "toastList": []],
        "internalTest": nil, "titles": [], "exposedResource": "", "demote": false,
    ]

    /// The fields that the server makes anew for each request.
    static let computed: Set<String> = ["blocks", "cursor", "hasMore", "blockUUIDs", "blockCodeOrderList"]

    /// A frame with a page's own fields laid over the usual ones.
    ///
    /// - Parameter client: the family of apps that reads the page; they get its integers in plain digits.
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
        // Members stand in the order of their names: what sorts before "blocks" is the same in every response.
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

    /// What is wrong with a page's own fields: clients decode the usual ones strictly.
    static func issues(in data: JSONObject) -> [ValidationIssue] {
        data.keys.sorted().filter(computed.contains)
            .map { ValidationIssue(JSONPointer([$0]), "is made by the server and must not be here") }
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
                    ? [] : [ValidationIssue(pointer, "must be a list of texts")]
            case (.null, _): return [ValidationIssue(pointer, "must be null")]
            default: return [ValidationIssue(pointer, "has the wrong type for the apps that read it")]
            }
        }
    }

    /// The document of some blocks, each of them as JSON already.
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

    /// What of that document is before the first block, and behind the last one.
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
