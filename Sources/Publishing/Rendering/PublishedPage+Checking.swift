import HomeBlocks

extension PublishedPage {
    /// What is wrong with the documents that apps on each platform get, and those that do not say what they are: each
    /// must be one that clients can read, with all its sections.
    public func faults() -> [String] {
        var faults: [String] = []
        for (name, client) in Self.typicalClients {
            for fault in Self.faults(in: variant(for: client)) where !faults.contains(where: { $0.hasSuffix(fault) }) {
                faults.append("as \(name) gets it: \(fault)")
            }
        }
        return faults
    }

    /// One that says nothing, then each platform's oldest and newest app.
    private static var typicalClients: [(name: String, client: ClientContext)] {
        let newest = AppVersion("999999999")
        var clients: [(name: String, client: ClientContext)] = [("everybody", ClientContext())]
        for platform in Platform.allCases {
            clients.append(("an old \(platform.rawValue) app", ClientContext(platform: platform)))
            clients.append(("a new \(platform.rawValue) app", ClientContext(platform: platform, appVersion: newest)))
        }
        return clients
    }

    private static func faults(in variant: PageVariant) -> [String] {
        do {
            let page = try HomePage(parsing: variant.document()).data
            let missing = Set(variant.shown.keys).subtracting(page.blocks.map(\.blockCode)).sorted()
            return page.issues.map(\.description) + missing.map { "the section \($0) is missing" }
        } catch {
            return ["the document \(error)"]
        }
    }
}
