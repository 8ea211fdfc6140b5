public import Foundation
import HomeBlocks

/// Responses that are bundled with an app, so that its first launch shows a page without a request.
///
/// `homeblocks export --bundle HomeBlocks.bundle --server https://home.example.com` writes the folder; add it to the
/// app's resources as a folder. Its responses are used for every context if the ``ResponseCache`` has none. They
/// include the server's validators: as long as a page has not changed, the app's first request gets a 304.
public struct BundledResponses: Sendable {
    /// The time when the responses were requested.
    public let date: Date
    private let folder: URL
    /// The files with their validators, by the request's address.
    private let files: [String: BundledFile]

    /// The name of the file that lists the others.
    public static let manifestName = "manifest.json"

    /// Reads the manifest of a folder. The responses themselves are read on demand.
    ///
    /// - Parameter folder: the folder that `homeblocks export --bundle` wrote.
    /// - Throws: a Foundation error if `manifest.json` cannot be read; `JSONIssue` if it is not a valid manifest.
    public init(folder: URL) throws {
        self.folder = folder
        let data = try Data(contentsOf: folder.appendingPathComponent(Self.manifestName))
        let manifest = try JSONObject.read(try JSONValue(reading: data))
        let milliseconds: Int = try manifest.require("date")
        guard CachedResponse.milliseconds.contains(milliseconds) else {
            throw JSONIssue("is not a date in milliseconds since 1970", at: JSONPointer(["date"]))
        }
        date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let entries: [JSONObject] = try manifest.require("responses")
        var files: [String: BundledFile] = [:]
        for entry in entries {
            let address: String = try entry.require("address")
            files[address] = try BundledFile(entry)
        }
        self.files = files
    }

    /// Reads the folder `HomeBlocks.bundle` of a bundle; nil if it is missing or cannot be read.
    ///
    /// - Parameters:
    ///   - bundle: the bundle, such as `.main`. In a localized bundle, the folder of the reader's language is used.
    ///   - name: the name of the folder, without `.bundle`.
    public init?(in bundle: Bundle, named name: String = "HomeBlocks") {
        guard let folder = bundle.url(forResource: name, withExtension: "bundle"),
            let responses = try? BundledResponses(folder: folder)
        else { return nil }
        self = responses
    }

    /// The addresses of the requests that have a response, such as `/homepage?page=music`.
    public var addresses: Set<String> { Set(files.keys) }

    /// Returns the body of a response.
    ///
    /// - Parameter address: the address of the request, see ``HomePageRequest/address``.
    /// - Returns: the body; nil if there is no such response or its file cannot be read.
    public func body(for address: String) -> Data? {
        files[address].flatMap { try? Data(contentsOf: folder.appendingPathComponent($0.name)) }
    }

    /// Returns the response as a stored copy, which may be used for as long as the server fails.
    func response(for address: String) -> CachedResponse? {
        guard let file = files[address], let body = body(for: address) else { return nil }
        return CachedResponse(
            etag: file.validators.isEmpty ? nil : file.validators.joined(separator: ", "), date: date,
            staleIfError: CachedResponse.maximumStaleIfError, body: body)
    }
}

/// A file of a bundle.
private struct BundledFile: Sendable {
    let name: String
    /// The `ETag` of each content coding.
    let validators: [String]

    init(_ entry: JSONObject) throws {
        name = try entry.require("file")
        validators = try entry.require("validators")
        // The manifest is untrusted: it must not name a file outside the folder.
        guard !name.split(separator: "/").contains("..") else { throw JSONIssue("refers to a file outside the folder") }
        guard validators.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }) else {
            throw JSONIssue("is not a validator")
        }
    }
}
