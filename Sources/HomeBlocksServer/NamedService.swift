public import ServiceLifecycle

/// A service that logs name by its type alone: a service group otherwise logs the members of each service.
public protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    public var description: String { "\(Self.self)" }
}
