public import HomeBlocks

extension BlockResource {
    /// Reads a resource.
    ///
    /// - Parameter code: the code that the request's path names; the resource may leave it out.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(checking json: JSONValue, code: String? = nil) throws(PublishingError) {
        var faults: [Fault] = []
        var json = json
        if let code, var members = json.object {
            if let own = members["blockCode"], own.string != code {
                faults.append(Fault(JSONPointer(["blockCode"]), "must be \"\(code)\", as in the path, or left out"))
            }
            members["blockCode"] = .string(code)
            json = .object(members)
        }
        let block = BlockResource(json: json, faults: &faults)
        try faults.refuse("block")
        guard let block else { throw .fault("a block without faults cannot be read") }
        self = block
    }
}
