import HTTPTypes
import Hummingbird
import Publishing

/// The cards of a block, changed one by one.
struct CardRoutes: Sendable {
    let desk: OperatorServices
    let stage: Stage

    func register(_ routes: Routes, at path: String) {
        let blocks = BlockRoutes(desk: desk, stage: stage)
        routes.put("\(path)/order") { request, context in
            try await blocks.change(request, context) { code, body, _ in .cards(code, try CardChange(json: body)) }
        }
        routes.post(path) { request, context in
            try await blocks.change(request, context, status: .created, known: ["to"]) { code, body, parameters in
                .cards(code, .add(body, try parameters.place("to") ?? .end))
            }
        }
        routes.delete("\(path)/{index}") { request, context in
            try await blocks.remove(request, context) { code in
                guard let index = Int(try context.parameters.require("index")), index >= 0 else {
                    throw PublishingError.malformed("A card is named by its place in the section, from 0.")
                }
                return .cards(code, .remove(index))
            }
        }
    }
}
