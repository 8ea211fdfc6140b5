import Foundation
import HomeBlocks
import HomeBlocksClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Writes responses of a server into a folder that is bundled with apps, where `BundledResponses` of the client library
/// reads it.
struct BundleExporter {
    let server: OperatorClient
    let client: HomePageClient
    let folder: BundleFolder

    private static let codings = ["identity", "gzip", "br"]

    /// Writes the responses for some pages. A folder that was written before is replaced.
    ///
    /// - Returns: the number of addresses that have a response.
    /// - Throws: ``ProgramError`` if the server rejects a request, or if the folder cannot be written.
    func write(_ pages: [(slug: String, isDefault: Bool)]) async throws -> Int {
        try folder.check()
        let date = Date()
        var bundle = RecordedBundle()
        for page in pages {
            // The default page is requested with and without its name.
            try await record(page.slug, names: page.isDefault ? [page.slug, nil] : [page.slug], in: &bundle)
        }
        try folder.replace(with: bundle.files + [(BundledResponses.manifestName, bundle.manifest(date))])
        return bundle.entries.count
    }

    /// Requests a page and everything that the view models request for it.
    private func record(_ slug: String, names: [String?], in bundle: inout RecordedBundle) async throws {
        func record<Value: Sendable>(
            _ file: String, _ request: (String?) -> HomePageRequest<Value>
        ) async throws -> RecordedResponse {
            let response = try await response(to: request(slug))
            bundle.add("\(slug)-\(file).json", names.map { request($0).address }, response)
            return response
        }
        let document = try await record("page") { HomePageRequest.page($0) }
        _ = try await record("part") { HomePageRequest.part(of: $0) }
        _ = try await record("menus") { HomePageRequest.menus($0) }
        _ = try await record("order") { HomePageRequest.sort(of: $0) }
        for (number, block) in try Self.blocks(of: document).enumerated() {
            let (code, file) = (block.blockCode, "section-\(number + 1)")
            _ = try await record(file) { HomePageRequest.block(code, of: $0) }
            for (number, id) in Self.newsItems(of: block).enumerated() {
                _ = try await record("\(file)-item-\(number + 1)") {
                    HomePageRequest<NewsDetail>.item(id: String(id), of: code, page: $0)
                }
            }
        }
    }

    private static func blocks(of document: RecordedResponse) throws -> [Block] {
        do {
            return try HomePageRequest.page().decode(document.body).data.blocks
        } catch {
            throw ProgramError("The server's response is not a home page. Check the address.")
        }
    }

    /// The ids of the items of a news section, whose details are requested one by one.
    private static func newsItems(of block: Block) -> [Int] {
        (try? NewsFeed(block) { _ in })?.entries.map(\.id) ?? []
    }

    // MARK: Requests

    private func response<Value: Sendable>(to request: HomePageRequest<Value>) async throws -> RecordedResponse {
        guard let url = client.url(of: request) else { throw ProgramError("The address of the server cannot be used.") }
        let first = try await response(url, Self.codings[0])
        var validators = [first.validator]
        for coding in Self.codings.dropFirst() {
            let other = try await response(url, coding)
            // If the page has changed in the meantime, the validator does not belong to this body.
            if other.body == first.body, !validators.contains(other.validator) { validators.append(other.validator) }
        }
        return RecordedResponse(body: first.body, validators: validators.compactMap(\.self))
    }

    private func response(_ url: URL, _ coding: String) async throws -> (body: Data, validator: String?) {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
        let (body, response) = try await server.send(request)
        return (Data(body), response.value(forHTTPHeaderField: "ETag"))
    }
}

/// A response with its validators in all content codings, because the app may prefer another coding.
private struct RecordedResponse {
    let body: Data
    let validators: [String]
}

/// The files of a bundle, and their entries in its manifest.
private struct RecordedBundle {
    private(set) var files: [(name: String, body: Data)] = []
    private(set) var entries: [JSONValue] = []

    mutating func add(_ name: String, _ addresses: [String], _ response: RecordedResponse) {
        files.append((name, response.body))
        entries += addresses.map { address in
            [
                "address": .string(address), "file": .string(name),
                "validators": .array(response.validators.map { .string($0) }),
            ]
        }
    }

    func manifest(_ date: Date) -> Data {
        let manifest: JSONValue = [
            "date": JSONValue(Int64(date.timeIntervalSince1970 * 1000)), "responses": .array(entries),
        ]
        return Data(manifest.prettyEncoded)
    }
}
