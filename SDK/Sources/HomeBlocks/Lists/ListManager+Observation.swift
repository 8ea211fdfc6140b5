public import Observation

#if canImport(Combine)
    public import Combine
#endif

/// A list's parts may be read in a SwiftUI view: each change of ``collections`` draws the view again.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension ListManager: Observable {}

#if canImport(Combine)
    extension ListManager: ObservableObject {
        /// Sends before each change of ``collections``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { tracked.publisher.objectWillChange }
    }
#endif
