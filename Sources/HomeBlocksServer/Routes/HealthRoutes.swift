import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Whether the program runs, and whether it can do its work.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    func register(_ routes: Routes) {
        routes.get("/healthz") { _, _ in answer() }
        routes.get("/readyz") { _, _ in
            try await readiness.check()
            return answer()
        }
    }

    private func answer() -> Response {
        .uncached(Array("{\"status\":\"ok\"}".utf8))
    }
}
