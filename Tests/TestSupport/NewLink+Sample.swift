public import Publishing

extension NewLink {
    /// A link with a new secret.
    public static func sample(
        _ target: LinkPlan.Target = .draft, client: [String: String]? = nil, until end: Instant
    ) -> NewLink {
        var generator = SystemRandomNumberGenerator()
        return NewLink(LinkPlan(target: target, client: client, until: end), LinkSecret(using: &generator))
    }
}
