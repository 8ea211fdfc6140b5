import HomeBlocks

extension [ValidationIssue] {
    /// Refuses an input that has faults; the answer has at most 100 of them.
    ///
    /// - Parameter thing: what the input is, such as "page".
    func refuse(_ thing: String) throws(PublishingError) {
        guard let first else { return }
        let more = count == 1 ? "" : " (and \(count - 1) more)"
        let place = first.pointer.tokens.isEmpty ? "it" : first.pointer.description
        let detail = "The \(thing) was not taken: \(place) \(first.reason)\(more)."
        throw .invalid(InvalidInput(detail, faults: Array(prefix(100))))
    }
}
