import Hummingbird
import Publishing

/// The routes of both stages of a page: their orders, their blocks and their previews.
struct StageRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        for stage in Stage.allCases {
            let path = "/api/pages/{page}/\(stage.rawValue)"
            OrderRoutes(desk: desk, stage: stage).register(routes, at: "\(path)/order")
            BlockRoutes(desk: desk, stage: stage).register(routes, at: "\(path)/blocks")
            CardRoutes(desk: desk, stage: stage).register(routes, at: "\(path)/blocks/{code}/creatives")
            PreviewRoutes(desk: desk, stage: stage).register(routes, at: "\(path)/homepage")
        }
    }
}
