import HomeBlocks

/// One step of a reorder.
public struct Move: Sendable, Equatable {
    /// Where the block goes.
    public enum Target: Sendable, Equatable {
        case before(String)
        case after(String)
        case start
        case end
        /// The resulting position, from 0.
        case position(Int)
    }

    public let block: String
    public let target: Target

    public init(_ block: String, to target: Target) {
        self.block = block
        self.target = target
    }
}

/// The blocks that moved between two orders of the same blocks: the smallest set whose moves explain the difference.
public enum MovedBlocks {
    public static func between(_ old: [String], _ new: [String]) -> [String] {
        let placeOf = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = LongestIncreasingSubsequence.indices(of: new.map { placeOf[$0] ?? -1 })
        return new.indices.filter { !kept.contains($0) }.map { new[$0] }
    }
}

/// A fixed position of a layout's blocks.
public enum Pin: String, Sendable {
    case first
    case last
}

/// Rules for orders with pinned blocks, which are at the ends.
enum PinnedOrder {
    /// A pinned block that is not at its end of an order.
    struct Violation {
        let index: Int
        let pin: Pin

        func issue(of code: String, at pointer: JSONPointer) -> ValidationIssue {
            ValidationIssue(pointer, "\"\(code)\" is pinned to the \(pin.rawValue) position")
        }
    }

    /// Returns the pinned blocks that are not at their end of an order.
    ///
    /// - Parameter pins: the pin of each block, in order.
    static func violations(_ pins: [Pin?]) -> [Violation] {
        let first = pins.count { $0 == .first }
        let last = pins.count { $0 == .last }
        return pins.enumerated().compactMap { index, pin in
            switch pin {
            case .first? where index >= first: Violation(index: index, pin: .first)
            case .last? where index < pins.count - last: Violation(index: index, pin: .last)
            default: nil
            }
        }
    }

    /// Moves pinned blocks to the ends of an order.
    static func settled(_ order: [String], pins: [String: Pin]) -> [String] {
        order.filter { pins[$0] == .first } + order.filter { pins[$0] == nil } + order.filter { pins[$0] == .last }
    }
}
