public import ServiceLifecycle

/// A service that appears in logs only by its type name. By default, a service group logs all members of each service.
public protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    public var description: String { "\(Self.self)" }
}
