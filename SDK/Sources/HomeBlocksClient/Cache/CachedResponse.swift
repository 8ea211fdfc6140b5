import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A response that was kept, and how far it can be relied on.
struct CachedResponse: Sendable, Equatable {
    /// The server's name for this version of the response.
    let etag: String
    /// When the server last said that it is right.
    let date: Date
    /// For how long after that it may stand in when the server fails, in seconds.
    let staleIfError: TimeInterval
    let body: Data
}

/// As a file: a line of JSON that says what follows, and the body.
extension CachedResponse {
    private static let newline = UInt8(ascii: "\n")
    /// The dates that a file may have: those of years with four digits, since 1970.
    private static let milliseconds = 0...253_402_300_799_999

    func file(for key: String) -> Data {
        let header: JSONValue = [
            "key": .string(key), "etag": .string(etag), "date": JSONValue(Int64(date.timeIntervalSince1970 * 1000)),
            "staleIfError": JSONValue(Int64(staleIfError)), "length": JSONValue(body.count),
            "checksum": .string(Checksum.text(of: body)),
        ]
        return Data(header.encoded + [Self.newline]) + body
    }

    /// Nil for a file of another key, and for one that is not whole.
    init?(file: Data, for key: String) {
        guard let end = file.firstIndex(of: Self.newline),
            let header = (try? JSONValue(parsing: file[..<end]))?.object, header["key"]?.string == key,
            let etag = header["etag"]?.string, let date = header["date"]?.int,
            let staleIfError = header["staleIfError"]?.int, Self.milliseconds.contains(date),
            (0...Int(UInt32.max)).contains(staleIfError)
        else { return nil }
        let body = Data(file[file.index(after: end)...])
        guard header["length"]?.int == body.count, header["checksum"]?.string == Checksum.text(of: body) else {
            return nil
        }
        self.init(
            etag: etag, date: Date(timeIntervalSince1970: Double(date) / 1000), staleIfError: Double(staleIfError),
            body: body)
    }
}

extension CachedResponse {
    /// Nil for a response without a validator, and for one that must not be kept.
    init?(_ body: Data, _ response: HTTPURLResponse, at now: Date) {
        let directives = Self.directives(response) ?? []
        guard let etag = response.value(forHTTPHeaderField: "ETag"), !directives.contains("no-store") else {
            return nil
        }
        self.init(etag: etag, date: now, staleIfError: Self.staleIfError(directives), body: body)
    }

    /// The same response, which the server has said is right, and for how long.
    func confirmed(by response: HTTPURLResponse, at now: Date) -> CachedResponse {
        CachedResponse(
            etag: etag, date: now, staleIfError: Self.directives(response).map(Self.staleIfError) ?? staleIfError,
            body: body)
    }

    /// Whether it says enough that is new for its file to be written again: one that is confirmed each second need not be.
    func isWorthStoring(after earlier: CachedResponse) -> Bool {
        staleIfError != earlier.staleIfError || abs(date.timeIntervalSince(earlier.date)) > Self.datePrecision
    }

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
