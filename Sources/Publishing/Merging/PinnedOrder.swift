/// Brings pinned blocks to the ends of an order.
enum PinnedOrder {
    static func settled(_ order: [String], pins: [String: Pin]) -> [String] {
        order.filter { pins[$0] == .first } + order.filter { pins[$0] == nil } + order.filter { pins[$0] == .last }
    }
}
