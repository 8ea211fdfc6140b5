import HTTPTypes
import Hummingbird
import NIOCore

/// What the server counts, in the text format of Prometheus.
struct MetricsRoutes: Sendable {
    let tally: RequestTally
    let cache: VariantCache

    func register(_ routes: Routes) {
        routes.get("/metrics") { _, _ in
            let headers: HTTPFields = [
                .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
            ]
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: requests + variants)))
        }
    }

    private var requests: String {
        let counts = tally.all.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
        func lines(_ name: String, _ value: (RequestTally.Count) -> Int) -> String {
            counts.map { key, count in
                let route = key.route.isEmpty ? "none" : key.route
                return "\(name){method=\"\(key.method)\",route=\"\(route)\",status=\"\(key.status)\"} \(value(count))\n"
            }.joined()
        }
        return """
            # HELP homeblocks_http_requests_total Answered requests.
            # TYPE homeblocks_http_requests_total counter
            \(lines("homeblocks_http_requests_total") { $0.requests })\
            # HELP homeblocks_http_response_bytes_total Bytes of bodies in answers.
            # TYPE homeblocks_http_response_bytes_total counter
            \(lines("homeblocks_http_response_bytes_total") { $0.bytes })
            """
    }

    private var variants: String {
        let figures = cache.figures
        return """
            # HELP homeblocks_variant_cache_hits_total Reads whose variant of a page was ready.
            # TYPE homeblocks_variant_cache_hits_total counter
            homeblocks_variant_cache_hits_total \(figures.hits)
            # HELP homeblocks_variant_cache_misses_total Reads that waited for a variant to be made.
            # TYPE homeblocks_variant_cache_misses_total counter
            homeblocks_variant_cache_misses_total \(figures.misses)
            # HELP homeblocks_variant_cache_evictions_total Variants dropped to make room.
            # TYPE homeblocks_variant_cache_evictions_total counter
            homeblocks_variant_cache_evictions_total \(figures.evictions)
            # HELP homeblocks_variant_cache_bytes Bytes that all variants have now.
            # TYPE homeblocks_variant_cache_bytes gauge
            homeblocks_variant_cache_bytes \(figures.bytes)
            # HELP homeblocks_variant_cache_variants Variants of all pages now.
            # TYPE homeblocks_variant_cache_variants gauge
            homeblocks_variant_cache_variants \(figures.variants)

            """
    }
}
