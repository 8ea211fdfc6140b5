public import Observation

#if canImport(Combine)
    public import Combine
    import HomeBlocks
#endif

// SwiftUI views may read every view model: on iOS 17 and later through Observation, before that as an
// `ObservableObject`. Each change of a view model's state updates the views that read any of it.

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension HomeViewModel: Observable {}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension MallViewModel: Observable {}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension NewsViewModel: Observable {}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension MomentsViewModel: Observable {}

#if canImport(Combine)
    extension HomeViewModel: ObservableObject {
        /// Sends before each change of ``state``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { loader.tracked.publisher.objectWillChange }
    }

    extension MallViewModel: ObservableObject {
        /// Sends before each change of the sections and the errors.
        nonisolated public var objectWillChange: ObservableObjectPublisher { tracked.publisher.objectWillChange }
    }

    extension NewsViewModel: ObservableObject {
        /// Sends before each change of ``state``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { loader.tracked.publisher.objectWillChange }
    }

    extension MomentsViewModel: ObservableObject {
        /// Sends before each change of ``state``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { loader.tracked.publisher.objectWillChange }
    }
#endif
