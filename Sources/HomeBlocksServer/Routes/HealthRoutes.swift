import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// Whether the program runs, and whether it can do its work.
struct HealthRoutes: Sendable {
    let store: any PageStore

    func register(_ routes: Routes) {
        routes.get("/healthz") { _, _ in answer() }
        routes.get("/readyz") { _, _ in
            try await store.checkReadiness()
            return answer()
        }
    }

    private func answer() -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: "{\"status\":\"ok\"}")))
    }
}
