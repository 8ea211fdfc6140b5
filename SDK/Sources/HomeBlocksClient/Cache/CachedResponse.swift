import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A stored response with its validator and its age.
struct CachedResponse: Sendable, Equatable {
    /// The `ETag` of the response; nil if it has none. A response in the app's bundle may have several, separated by
    /// commas.
    let etag: String?
    /// The time when the server last sent or confirmed the response.
    let date: Date
    /// The seconds after ``date`` during which the response may be used when the server fails: `stale-if-error` (RFC
    /// 5861).
    let staleIfError: TimeInterval
    let body: Data
}

/// The file format: a header, which is one line of JSON, and the body.
extension CachedResponse {
    private static let newline = UInt8(ascii: "\n")
    /// The valid dates of a file: from 1970 to 9999.
    static let milliseconds = 0...253_402_300_799_999

    func file(for key: String) -> Data {
        var header: JSONObject = [
            "key": .string(key), "date": JSONValue(Int64(date.timeIntervalSince1970 * 1000)),
            "staleIfError": JSONValue(Int64(staleIfError)), "length": JSONValue(body.count),
            "checksum": .string(Checksum.text(of: body)),
        ]
        if let etag { header["etag"] = .string(etag) }
        return Data(JSONValue.object(header).encoded + [Self.newline]) + body
    }

    /// Reads a file; nil if it is damaged or belongs to another key.
    init?(file: Data, for key: String) {
        guard let end = file.firstIndex(of: Self.newline),
            let header = (try? JSONValue(reading: file[..<end]))?.object, header["key"]?.string == key,
            let date = header["date"]?.int, let staleIfError = header["staleIfError"]?.int,
            Self.milliseconds.contains(date),
            (0...Int(Self.maximumStaleIfError)).contains(staleIfError)
        else { return nil }
        let body = Data(file[file.index(after: end)...])
        guard header["length"]?.int == body.count, header["checksum"]?.string == Checksum.text(of: body) else {
            return nil
        }
        self.init(
            etag: header["etag"]?.string, date: Date(timeIntervalSince1970: Double(date) / 1000),
            staleIfError: Double(staleIfError), body: body)
    }
}

extension CachedResponse {
    /// Creates a copy of a response; nil for a response with `no-store`. A response without `ETag` cannot be confirmed,
    /// but serves as a fallback.
    init?(_ body: Data, _ response: HTTPURLResponse, at now: Date) {
        let directives = Self.directives(response) ?? []
        if directives.contains("no-store") { return nil }
        self.init(
            etag: response.value(forHTTPHeaderField: "ETag"), date: now, staleIfError: Self.staleIfError(directives),
            body: body)
    }

    /// Returns the copy, updated by a response with status 304.
    func confirmed(by response: HTTPURLResponse, at now: Date) -> CachedResponse {
        CachedResponse(
            etag: response.value(forHTTPHeaderField: "ETag") ?? etag, date: now,
            staleIfError: Self.directives(response).map(Self.staleIfError) ?? staleIfError, body: body)
    }

    /// Returns whether the file must be rewritten: not if only the date has changed, by up to ``datePrecision``.
    func isWorthStoring(after earlier: CachedResponse) -> Bool {
        etag != earlier.etag || staleIfError != earlier.staleIfError
            || abs(date.timeIntervalSince(earlier.date)) > Self.datePrecision
    }

    /// The longest `staleIfError` that a file may have, in seconds.
    static let maximumStaleIfError = TimeInterval(UInt32.max)
    private static let datePrecision: TimeInterval = 60

    private static func directives(_ response: HTTPURLResponse) -> [String]? {
        response.value(forHTTPHeaderField: "Cache-Control")?.lowercased()
            .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func staleIfError(_ directives: [String]) -> TimeInterval {
        let text = directives.first { $0.hasPrefix("stale-if-error=") }?.dropFirst("stale-if-error=".count)
        return text.flatMap { UInt32($0) }.map(TimeInterval.init) ?? 0
    }
}
