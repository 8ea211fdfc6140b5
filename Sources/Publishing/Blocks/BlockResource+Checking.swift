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
        try Self.refuse(faults)
        guard let block else { throw .fault("a block without faults cannot be read") }
        self = block
    }

    /// Refuses a block that has faults; the answer has at most 100 of them.
    static func refuse(_ faults: [Fault]) throws(PublishingError) {
        guard let first = faults.first else { return }
        let more = faults.count == 1 ? "" : " (and \(faults.count - 1) more)"
        let place = first.pointer.tokens.isEmpty ? "the block" : first.pointer.description
        let detail = "The block was not taken: \(place) \(first.reason)\(more)."
        throw .invalid(InvalidInput(detail, faults: Array(faults.prefix(100))))
    }
}
