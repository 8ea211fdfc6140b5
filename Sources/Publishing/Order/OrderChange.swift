import HomeBlocks

/// An operator's change of a page's order. Applying it is a pure function of the current order.
public enum OrderChange: Sendable, Equatable {
    /// The whole new order.
    case order([String])
    /// A rank for each block; gaps are fine, ties are not. Keys may have the suffix `Index`.
    case ranks([String: Int])
    /// Steps, each applied to the result of the previous one.
    case moves([Move])

    /// The order after the change.
    ///
    /// - Parameters:
    ///   - order: the page's current order.
    ///   - pins: the pins of the page's pinned blocks.
    /// - Throws: ``PublishingError/invalid(_:)`` with all issues at once.
    public func applied(to order: [String], pins: [String: Pin] = [:]) throws(PublishingError) -> [String] {
        let result: [String]
        switch self {
        case .order(let codes): result = try Self.replacing(order, with: codes)
        case .ranks(let ranks): result = try Self.ranking(order, by: ranks)
        case .moves(let moves): result = try Self.moving(order, moves)
        }
        try checkPins(result, pins: pins)
        return result
    }

    private static func replacing(_ order: [String], with codes: [String]) throws(PublishingError) -> [String] {
        let present = Set(order)
        var seen: Set<String> = []
        var input = InvalidInput("")
        for (index, code) in codes.enumerated() {
            let pointer = JSONPointer(["order", String(index)])
            if !present.contains(code) {
                if !input.unknown.contains(code) { input.unknown.append(code) }
                input.issues.append(ValidationIssue(pointer, "the page has no block \"\(code)\""))
            } else if !seen.insert(code).inserted {
                if !input.duplicate.contains(code) { input.duplicate.append(code) }
                input.issues.append(ValidationIssue(pointer, "\"\(code)\" is a duplicate"))
            }
        }
        input.missing = order.filter { !seen.contains($0) }
        input.issues += input.missing.map { ValidationIssue(JSONPointer(["order"]), "\"\($0)\" is missing") }
        try refuse(input)
        return codes
    }

    private static func ranking(_ order: [String], by ranks: [String: Int]) throws(PublishingError) -> [String] {
        let present = Set(order)
        var rankOf: [String: Int] = [:]
        var input = InvalidInput("")
        for (key, rank) in ranks.sorted(by: { $0.key < $1.key }) {
            let pointer = JSONPointer(["index", key])
            guard let code = block(named: key, in: present) else {
                input.unknown.append(key)
                input.issues.append(ValidationIssue(pointer, "the page has no block \"\(key)\""))
                continue
            }
            if rankOf.updateValue(rank, forKey: code) != nil {
                input.duplicate.append(code)
                input.issues.append(ValidationIssue(pointer, "\"\(code)\" has two ranks"))
            }
        }
        input.missing = order.filter { rankOf[$0] == nil }
        input.issues += input.missing.map { ValidationIssue(JSONPointer(["index"]), "\"\($0)\" is missing") }
        let sorted = rankOf.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.value == next.value {
            let reason = "\"\(one.key)\" and \"\(next.key)\" have the same rank \(one.value)"
            input.issues.append(ValidationIssue(JSONPointer(["index", next.key]), reason))
        }
        try refuse(input)
        return sorted.map(\.key)
    }

    /// The block that a key of the ranks refers to: its code, or its code with the suffix `Index`.
    private static func block(named key: String, in present: Set<String>) -> String? {
        if present.contains(key) { return key }
        guard key.hasSuffix("Index") else { return nil }
        let code = String(key.dropLast("Index".count))
        return present.contains(code) ? code : nil
    }

    private static func moving(_ order: [String], _ moves: [Move]) throws(PublishingError) -> [String] {
        let present = Set(order)
        var result = order
        var input = InvalidInput("")
        for (index, move) in moves.enumerated() {
            let pointer = JSONPointer(["moves", String(index)])
            var names = [("block", move.block)]
            switch move.target {
            case .before(let other): names.append(("before", other))
            case .after(let other): names.append(("after", other))
            case .position(let place) where !order.indices.contains(place):
                let reason = "the position \(place) is not between 0 and \(order.count - 1)"
                input.issues.append(ValidationIssue(pointer.appending("to"), reason))
            case .start, .end, .position: break
            }
            let unknown = names.filter { !present.contains($0.1) }
            for (field, code) in unknown {
                if !input.unknown.contains(code) { input.unknown.append(code) }
                input.issues.append(ValidationIssue(pointer.appending(field), "the page has no block \"\(code)\""))
            }
            if unknown.isEmpty, names.count == 2, names[0].1 == names[1].1 {
                input.issues.append(ValidationIssue(pointer, "a block cannot be moved next to itself"))
            }
            if input.issues.isEmpty { apply(move, to: &result) }
        }
        try refuse(input)
        return result
    }

    private static func apply(_ move: Move, to order: inout [String]) {
        order.removeAll { $0 == move.block }
        let place: Int
        switch move.target {
        case .before(let other): place = order.firstIndex(of: other) ?? order.endIndex
        case .after(let other): place = order.firstIndex(of: other).map { $0 + 1 } ?? order.endIndex
        case .start: place = 0
        case .end: place = order.endIndex
        case .position(let index): place = min(index, order.endIndex)
        }
        order.insert(move.block, at: place)
    }

    private static func refuse(_ input: InvalidInput) throws(PublishingError) {
        guard !input.issues.isEmpty else { return }
        var input = input
        let parts = [("missing", input.missing), ("unknown", input.unknown), ("duplicate", input.duplicate)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }
        let named = parts.isEmpty ? input.issues[0].reason : parts.joined(separator: "; ")
        let rule = input.missing.isEmpty && input.duplicate.isEmpty ? "" : " (it must name each block exactly once)"
        input.detail = "The order was not changed\(rule): \(named)."
        throw .invalid(input)
    }

    private func checkPins(_ order: [String], pins: [String: Pin]) throws(PublishingError) {
        let issues = PinnedOrder.violations(order.map { pins[$0] }).map { violation in
            let code = order[violation.index]
            return violation.issue(of: code, at: pointer(to: code, at: violation.index))
        }
        guard let issue = issues.first else { return }
        throw .invalid(InvalidInput("The order was not changed: \(issue.reason).", issues: issues))
    }

    private func pointer(to code: String, at index: Int) -> JSONPointer {
        switch self {
        case .order: JSONPointer(["order", String(index)])
        case .ranks(let ranks): JSONPointer(["index", ranks[code] == nil ? code + "Index" : code])
        case .moves: JSONPointer(["moves"])
        }
    }
}
