import HomeBlocks
import Hummingbird
import Publishing

/// The API of the cluster's nodes, for administrators.
struct NodeRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/nodes") { request, context in
            let operation = try await services.authorizeRead(request, context)
            let nodes = try await operation.store.shared?.nodes().json ?? .array([])
            return .uncached(PublishedPage.envelope(nodes.encoded))
        }
    }
}
