public import HomeBlocks

extension BlockState {
    /// The block as operators read it: the resource, with what there is to know about it.
    public func json(_ catalog: BlockTypeCatalog) -> JSONObject {
        var members = block.json
        let floor = catalog[block.showType]?.floor.versions ?? [:]
        let withheld = floor.sorted { $0.key.rawValue < $1.key.rawValue }.map { platform, version -> JSONValue in
            [
                "platform": .string(platform.rawValue), "below": .string(version.text),
                "instead": block.fallback == nil ? .null : "fallback",
            ]
        }
        members[BlockResource.readOnlyMember] = [
            "etag": .string("\"\(tag.text)\""), "revision": JSONValue(revision), "changedBy": .string(changedBy),
            "changedAt": .string(changedAt.rfc3339), "withheld": .array(withheld),
        ]
        return members
    }

    /// What somebody is told who knows an older state.
    public func present(_ catalog: BlockTypeCatalog) -> CurrentState {
        CurrentState("the block", json: json(catalog), tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}
