import HomeBlocks

extension PageDocument {
    /// Checks everything that the types do not say: codes are unique, pins hold, each block fits its layout and
    /// the apps that read the page.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault, as for the exported form.
    public func validate(_ catalog: BlockTypeCatalog, client: ClientFamily?) throws(PublishingError) {
        var faults = PageFrame.faults(in: data).map { $0.below(JSONPointer(["data"])) }
        if let title, !Identifier.isTitle(title) {
            faults.append(
                Fault(JSONPointer(["page", "title"]), "must be 1 to 200 characters without control characters"))
        }
        if let own = self.client, own != client {
            let present = client?.rawValue ?? "none"
            let reason =
                "is \(own.rawValue), but the page's family of apps is \(present), which an import does not change"
            faults.append(Fault(JSONPointer(["page", "client"]), reason))
        }
        var seen: Set<String> = []
        for (index, block) in blocks.enumerated() {
            let pointer = JSONPointer(["blocks", String(index)])
            if !seen.insert(block.blockCode).inserted {
                let reason = "\"\(block.blockCode)\" stands in the page already"
                faults.append(Fault(pointer.appending("blockCode"), reason))
            }
            faults += catalog.faults(in: block, client: client).map { $0.below(pointer) }
        }
        if let first = faults.first {
            let more = faults.count == 1 ? "" : " (and \(faults.count - 1) more)"
            let detail = "The page was not taken: \(first.pointer) \(first.reason)\(more)."
            throw .invalid(InvalidInput(detail, faults: faults))
        }
        let layouts = Dictionary(blocks.map { ($0.blockCode, $0.showType) }, uniquingKeysWith: { $1 })
        _ = try OrderChange.order(order).applied(to: order, pins: catalog.pins(layouts))
    }
}
