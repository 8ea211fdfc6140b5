import Foundation
import HomeBlocks
import HomeBlocksClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Writes responses of a server into a folder that apps are built with: `BundledResponses` of the client library reads
/// it.
struct BundleExporter {
    let client: HomePageClient
    let folder: URL

    /// A response with the validators that it has in each content coding: the app may prefer another one.
    private struct RecordedResponse {
        let body: Data
        let validators: [String]
    }

    private static let codings = ["identity", "gzip", "br"]

    /// Writes the responses for some pages. A folder that was written before is replaced.
    ///
    /// - Returns: how many addresses have a response.
    /// - Throws: ``ProgramError`` if the server refuses a page, or if the folder cannot be written.
    func write(_ pages: [(slug: String, isDefault: Bool)]) async throws -> Int {
        try checkFolder()
        let date = Date()
        var files: [(name: String, body: Data)] = []
        var entries: [JSONValue] = []
        func add(_ name: String, _ addresses: [String], _ response: RecordedResponse) {
            files.append((name, response.body))
            entries += addresses.map { address in
                [
                    "address": .string(address), "file": .string(name),
                    "validators": .array(response.validators.map { .string($0) }),
                ]
            }
        }
        for page in pages {
            // The default page is requested with and without its name.
            let names: [String?] = page.isDefault ? [page.slug, nil] : [page.slug]
            let document = try await recorded(.page(page.slug))
            add("\(page.slug)-page.json", names.map { HomePageRequest.page($0).address }, document)
            add(
                "\(page.slug)-part.json", names.map { HomePageRequest.part(of: $0).address },
                try await recorded(.part(of: page.slug)))
            add(
                "\(page.slug)-menus.json", names.map { HomePageRequest.menus($0).address },
                try await recorded(.menus(page.slug)))
            add(
                "\(page.slug)-order.json", names.map { HomePageRequest.sort(of: $0).address },
                try await recorded(.sort(of: page.slug)))
            for (number, code) in try codes(of: document).enumerated() {
                add(
                    "\(page.slug)-section-\(number + 1).json",
                    names.map { HomePageRequest.block(code, of: $0).address },
                    try await recorded(.block(code, of: page.slug)))
            }
        }
        let manifest: JSONValue = [
            "date": JSONValue(Int64(date.timeIntervalSince1970 * 1000)), "responses": .array(entries),
        ]
        try write(files + [(BundledResponses.manifestName, Data(manifest.prettyEncoded))])
        return entries.count
    }

    private func codes(of document: RecordedResponse) throws -> [String] {
        do {
            return try HomePageRequest.page().decode(document.body).data.blocks.map(\.blockCode)
        } catch {
            throw ProgramError("The server's response is not a home page. Check the address.")
        }
    }

    // MARK: Requests

    private func recorded<Value: Sendable>(_ request: HomePageRequest<Value>) async throws -> RecordedResponse {
        guard let url = client.url(of: request) else { throw ProgramError("The address of the server cannot be used.") }
        let first = try await response(url, Self.codings[0])
        var validators = [first.validator]
        for coding in Self.codings.dropFirst() {
            let other = try await response(url, coding)
            // A page that has changed meanwhile has validators that are not those of this body.
            if other.body == first.body, !validators.contains(other.validator) { validators.append(other.validator) }
        }
        return RecordedResponse(body: first.body, validators: validators.compactMap(\.self))
    }

    private func response(_ url: URL, _ coding: String) async throws -> (body: Data, validator: String?) {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
        let (body, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200, let response = response as? HTTPURLResponse else {
            let problem = (try? JSONValue(parsing: body))?.object
            let reason = problem?["detail"]?.string ?? "The server gave no reason."
            throw ProgramError("\(url.path()): \(status): \(reason)".printable)
        }
        return (body, response.value(forHTTPHeaderField: "ETag"))
    }

    // MARK: Files

    private var path: String { folder.path(percentEncoded: false) }

    /// Refuses a folder with files that this command has not written.
    private func checkFolder() throws {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard files.isEmpty || files.contains(BundledResponses.manifestName) else {
            throw ProgramError("The folder \(path) has other files. Name another one, or empty it.")
        }
    }

    /// Replaces the folder as a whole, so that a failure leaves the old one.
    private func write(_ files: [(name: String, body: Data)]) throws {
        let manager = FileManager.default
        let name = folder.lastPathComponent
        let made = folder.deletingLastPathComponent().appending(path: ".\(name)-\(UUID().uuidString)")
        do {
            try manager.createDirectory(at: made, withIntermediateDirectories: true)
            for file in files { try file.body.write(to: made.appending(path: file.name)) }
            if manager.fileExists(atPath: path) { try manager.removeItem(at: folder) }
            try manager.moveItem(at: made, to: folder)
        } catch {
            try? manager.removeItem(at: made)
            throw ProgramError("The folder \(path) cannot be written.")
        }
    }
}
