import HomeBlocks
import Hummingbird
import Publishing

/// The API of preview links.
struct LinkRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}/links"
        routes.get(path) { request, context in try await list(request, context) }
        routes.post(path) { request, context in try await create(request, context) }
        routes.delete("\(path)/{id}") { request, context in try await revoke(request, context) }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context, parameters: ["limit", "cursor"])
        let part = try await operation.store.links(try operation.page, try operation.range())
        let now = services.clock.now
        return await services.respond(
            to: request,
            [
                "links": .array(part.elements.map { .object($0.json(at: now)) }),
                "next": part.next.map { .string($0) } ?? .null,
            ])
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor)
        let body = try await operation.jsonIfAny()
        let changeContext = try services.changeContext(operation, body: body)
        let attributes = services.settings.attributes
        let plan = try LinkPlan(
            json: body, clientParameters: ReadParameter.ofClients.map(\.rawValue) + attributes.parameters,
            at: services.clock.now)
        try plan.check(operation.actor, on: try operation.page)
        if let client = plan.client { _ = try ClientContext(link: client, attributes) }
        var generator = SystemRandomNumberGenerator()
        let secret = LinkSecret(using: &generator)

        let (outcome, isNew) = try await operation.store.createLink(
            NewLink(plan, secret), to: try operation.page, changeContext)

        // A retry returns the existing link. Only the hash of its secret is stored.
        let addresses = isNew ? addresses(of: secret, outcome.data, request, context) : Self.noAddresses
        let data = outcome.data.merging(addresses) { $1 }
        return services.respond(ChangeOutcome(data), status: .created)
    }

    private func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor)
        let changeContext = try services.changeContext(operation)

        let link = try await operation.store.revokeLink(
            try operation.number("id", of: "link"), to: try operation.page, changeContext)

        return services.respond(link.json(at: services.clock.now))
    }

    private static let noAddresses: JSONObject = [
        "secret": .null, "url": .null, "code": .null, "appUrl": .null, "appCode": .null,
    ]

    /// Returns the secret, the addresses that contain it, and their codes.
    private func addresses(
        of secret: LinkSecret, _ link: JSONObject, _ request: Request, _ context: ServerContext
    ) -> JSONObject {
        let sessions = services.authenticator.sessions
        let scheme = sessions.isSecure(request, context) ? "https" : "http"
        let base = services.settings.publicURL ?? "\(scheme)://\(request.head.authority ?? "localhost")"
        let page = link["page"]?.string ?? ""
        // Browsers do not send the fragment, so the secret is in no log.
        let url = "\(base)/preview?page=\(page)#\(secret.text)"
        let appURL = services.settings.linksAppURL.map { app in
            "\(app)\(app.contains("?") ? "&" : "?")preview=\(secret.text)&page=\(page)"
        }
        return [
            "secret": .string(secret.text), "url": .string(url), "code": Self.code(url),
            "appUrl": appURL.map { .string($0) } ?? .null, "appCode": appURL.map(Self.code) ?? .null,
        ]
    }

    private static func code(_ text: String) -> JSONValue {
        QRCode(text).map { .array($0.rows.map { .string($0) }) } ?? .null
    }
}

extension ClientContext {
    /// Creates the client of a link, whose values must be valid like those of an operator's preview.
    init(link client: [String: String], _ attributes: AudienceAttributes) throws(PublishingError) {
        do throws(InvalidParameter) {
            self = try ClientContext(strict: attributes.values { client[$0] }) { client[$0.rawValue] }
        } catch {
            let pointer = JSONPointer(["client", error.name.rawValue])
            throw .invalid(
                InvalidInput(
                    "The link was not created: \(pointer) \(error.rule).",
                    issues: [ValidationIssue(pointer, error.rule)]))
        }
    }
}
