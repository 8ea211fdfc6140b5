/// A place that a layout keeps whatever the order.
public enum Pin: String, Sendable {
    case first
    case last
}
