import HTTPTypes
import Hummingbird
import Publishing

/// Changes as they happen.
struct EventRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/events") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .viewer)
            guard let signals = desk.feed.listen(as: actor.credential) else { throw Problem.busy }
            let stream = EventStream(
                store: desk.store, signals: signals,
                known: request.headers[.lastEventID].flatMap { Int64($0) },
                isAllowed: { await desk.authenticator.isStillAllowed(request, context) })
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store",
                    // A proxy that gathers what it passes on would make news old.
                    .accelBuffering: "no",
                ],
                body: ResponseBody { writer in
                    var writer: any ResponseBodyWriter = writer
                    try await stream.write(to: &writer)
                })
        }
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .eTag
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
}
