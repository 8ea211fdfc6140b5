import HomeBlocks

extension PageDocument {
    /// Checks everything that the types do not say: codes are unique, pins hold, each block fits its layout and
    /// the apps that read the page.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault into the input that the page was read from.
    public func validate(_ catalog: BlockTypeCatalog, client: ClientFamily?) throws(PublishingError) {
        var faults = (PageFrame.faults(in: data) + NestingLimit.faults(inData: data)).map { $0.below(dataPointer) }
        if let title, !Identifier.isTitle(title) {
            faults.append(
                ValidationIssue(
                    JSONPointer(["page", "title"]), "must be 1 to 200 characters without control characters"))
        }
        if let own = self.client, own != client {
            let present = client?.rawValue ?? "none"
            let reason =
                "is \(own.rawValue), but the page's family of apps is \(present), which an import does not change"
            faults.append(ValidationIssue(JSONPointer(["page", "client"]), reason))
        }
        var seen: Set<String> = []
        for (index, block) in blocks.enumerated() {
            if !seen.insert(block.blockCode).inserted {
                let reason = "\"\(block.blockCode)\" stands in the page already"
                faults.append(placed(ValidationIssue(JSONPointer(["blockCode"]), reason), inBlock: index))
            }
            faults += catalog.issues(in: block, client: client).map { placed($0, inBlock: index) }
        }
        if blocks.reduce(JSONValue.object(data).prettyEncoded.count, { $0 + $1.exportedSize }) > Self.mostBytes {
            faults.append(.pageSize)
        }
        try faults.refuse("page")
        let layouts = Dictionary(blocks.map { ($0.blockCode, $0.showType) }, uniquingKeysWith: { $1 })
        _ = try OrderChange.order(order).applied(to: order, pins: catalog.pins(layouts))
    }

    static let sizeRule = "the page's blocks would have more than the limit page.bytes of \(mostBytes) bytes together"

    private var dataPointer: JSONPointer {
        switch form {
        case .page: JSONPointer(["data"])
        case .reply(let root): root
        }
    }

    /// A fault of a block where the input has it: a reply has no level "content".
    private func placed(_ fault: ValidationIssue, inBlock index: Int) -> ValidationIssue {
        switch form {
        case .page: return fault.below(JSONPointer(["blocks", String(index)]))
        case .reply(let root):
            let isContent = fault.pointer.tokens.first == "content"
            let own = ValidationIssue(
                JSONPointer(Array(fault.pointer.tokens.dropFirst(isContent ? 1 : 0))), fault.reason)
            return own.below(root.appending("blocks").appending(index))
        }
    }
}

extension ValidationIssue {
    /// A page that is too large.
    static let pageSize = ValidationIssue(JSONPointer(), PageDocument.sizeRule)
}
