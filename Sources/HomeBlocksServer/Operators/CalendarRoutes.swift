import HomeBlocks
import Hummingbird
import Publishing

/// The API of the calendar, with the scheduled changes of all pages.
struct CalendarRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/calendar") { request, context in
            let operation = try await services.authorizeRead(
                request, context, on: .shared, parameters: ["from", "until"])
            let range = try CalendarRange(
                from: try operation.parameters.instant("from"), until: try operation.parameters.instant("until"))
            let entries = try await operation.store.calendar(range, for: operation.rights)
            return await services.respond(to: request, ["entries": .array(entries.map(\.json))])
        }
    }
}
