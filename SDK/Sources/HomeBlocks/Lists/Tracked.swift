import Observation

#if canImport(Combine)
    package import Combine
#endif

/// A value whose reads and changes are reported to Observation (iOS 17) and, where Combine is available, to
/// `ObservableObject`. It is the storage of a view model: any change counts as a change of all members.
@MainActor @dynamicMemberLookup package final class Tracked<Value> {
    private var current: Value
    /// A ``TrackedRegistrar``; nil on systems without Observation.
    private let registrar: (any Sendable)?
    #if canImport(Combine)
        /// Sends before each change.
        nonisolated package let publisher = TrackedPublisher()
    #endif

    package init(_ value: Value) {
        current = value
        if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) {
            registrar = TrackedRegistrar()
        } else {
            registrar = nil
        }
    }

    package var value: Value {
        get {
            access()
            return current
        }
        set {
            willChange()
            current = newValue
            didChange()
        }
    }

    /// A member of the value. Changing it changes the whole value.
    package subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
        get { value[keyPath: path] }
        set { value[keyPath: path] = newValue }
    }

    private func access() {
        if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) {
            (registrar as? TrackedRegistrar)?.access()
        }
    }

    private func willChange() {
        #if canImport(Combine)
            publisher.objectWillChange.send()
        #endif
        if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) {
            (registrar as? TrackedRegistrar)?.willChange()
        }
    }

    private func didChange() {
        if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) {
            (registrar as? TrackedRegistrar)?.didChange()
        }
    }
}

/// The registrar of one tracked value. Observation identifies a tracked property by registrar and key path; one key
/// path is enough here.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) private struct TrackedRegistrar: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: \.value) }
    func willChange() { registrar.willSet(self, keyPath: \.value) }
    func didChange() { registrar.didSet(self, keyPath: \.value) }
}

#if canImport(Combine)
    /// The publisher of one tracked value. `ObservableObject` requires access from any thread; Combine's publishers
    /// lock their shared state.
    package struct TrackedPublisher: @unchecked Sendable {
        package let objectWillChange = ObservableObjectPublisher()
    }
#endif
