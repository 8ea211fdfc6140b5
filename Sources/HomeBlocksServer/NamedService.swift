import ServiceLifecycle

/// A service whose name is its type.
///
/// The framework names a service by its description. The default one writes out all that the service holds, with
/// every layout: that took half the time of a start.
protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    var description: String { "\(Self.self)" }
}
