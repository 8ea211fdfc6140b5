import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension CachedResponse {
    /// Nil for an answer without a validator, and for one that must not be kept.
    init?(_ body: Data, _ response: HTTPURLResponse, at now: Date) {
        let directives = (response.value(forHTTPHeaderField: "Cache-Control") ?? "").lowercased()
            .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let etag = response.value(forHTTPHeaderField: "ETag"), !directives.contains("no-store") else {
            return nil
        }
        let staleIfError = directives.first { $0.hasPrefix("stale-if-error=") }?.dropFirst("stale-if-error=".count)
        self.init(
            etag: etag, date: now, staleIfError: staleIfError.flatMap { UInt32($0) }.map(TimeInterval.init) ?? 0,
            body: body)
    }
}
