extension View {
    nonisolated public func task(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View { self }

    nonisolated public func task<ID: Equatable>(
        id value: ID, _ action: @escaping @Sendable @MainActor () async -> Void
    ) -> some View { self }

    nonisolated public func refreshable(action: @escaping @Sendable @MainActor () async -> Void) -> some View { self }

    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }

    nonisolated public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}
