import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension CachedResponse {
    /// Nil for an answer without a validator, and for one that must not be kept.
    init?(_ body: Data, _ response: HTTPURLResponse, at now: Date) {
        let directives = Self.directives(response) ?? []
        guard let etag = response.value(forHTTPHeaderField: "ETag"), !directives.contains("no-store") else {
            return nil
        }
        self.init(etag: etag, date: now, staleIfError: Self.staleIfError(directives), body: body)
    }

    /// The same answer, which the server has said is right, and for how long.
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
