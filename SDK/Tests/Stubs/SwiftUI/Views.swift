// A stub of SwiftUI for platforms without it, so that the code in the articles is type-checked. It only has the API
// that the articles use, with the declarations of iOS 15 or simpler ones, and without an implementation.
@_exported public import Foundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("There is nothing to show.") }
}

/// A built-in view of SwiftUI, without an implementation.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError("There is nothing behind a stub.") }
}

public struct EmptyView: PrimitiveView {
    nonisolated public init() {}
}

public struct TupleView<each Content: View>: PrimitiveView {
    nonisolated init(_ content: repeat each Content) {}
}

public struct ConditionalContent<First: View, Second: View>: PrimitiveView {
    nonisolated init() {}
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("There is nothing behind a stub.") }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<First: View, each Content: View>(
        _ first: First, _ content: repeat each Content
    ) -> TupleView<First, repeat each Content> { TupleView(first, repeat each content) }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
}

public struct Text: PrimitiveView {
    nonisolated public init<Content: StringProtocol>(_ content: Content) {}
    public func font(_ font: Font?) -> Text { self }
}

public struct Font: Sendable {
    public static let headline = Font()
    public static let caption = Font()
}

public struct ProgressView: PrimitiveView {
    nonisolated public init() {}
}

public struct List<Content: View>: PrimitiveView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: PrimitiveView {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}

public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

public struct Section<Content: View>: PrimitiveView {
    nonisolated public init<Title: StringProtocol>(_ title: Title, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

public struct AsyncImage: PrimitiveView {
    nonisolated public init(url: URL?, scale: CGFloat = 1) {}
}

public struct Button<Label: View>: PrimitiveView {
    nonisolated public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void)
    where Label == Text {}
}

extension View {
    nonisolated public func task(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View { self }

    nonisolated public func task<ID: Equatable>(
        id value: ID, _ action: @escaping @Sendable @MainActor () async -> Void
    ) -> some View { self }

    nonisolated public func refreshable(action: @escaping @Sendable @MainActor () async -> Void) -> some View { self }

    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }

    nonisolated public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}

public struct TabView<Content: View>: PrimitiveView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct Label<Title: View, Icon: View>: PrimitiveView {
    nonisolated public init<Text: StringProtocol>(_ title: Text, systemImage name: String)
    where Title == SwiftUI.Text, Icon == EmptyView {}
}

extension View {
    nonisolated public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> some View { self }
}
