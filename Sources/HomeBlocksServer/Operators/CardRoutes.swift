import HTTPTypes
import Hummingbird
import Publishing

/// The cards of a block, changed one by one.
struct CardRoutes: Sendable {
    let desk: OperatorDesk
    let stage: Stage

    func register(_ routes: Routes, at path: String) {
        let blocks = BlockRoutes(desk: desk, stage: stage)
        routes.put("\(path)/order") { request, context in
            try await blocks.change(request, context) { code, body in .cards(code, try CardChange(json: body)) }
        }
        routes.post(path) { request, context in
            let target = try RequestParameters(request).place("to") ?? .end
            return try await blocks.change(request, context, status: .created) { code, body in
                .cards(code, .add(body, target))
            }
        }
        routes.delete("\(path)/{index}") { request, context in
            guard let index = Int(try context.parameters.require("index")), index >= 0 else {
                try await desk.admit(request, context, as: stage.role)
                throw PublishingError.malformed("A card is named by its place in the section, a whole number from 0.")
            }
            return try await blocks.remove(request, context) { code in .cards(code, .remove(index)) }
        }
    }
}
