public import Combine

@propertyWrapper public struct State<Value> {
    private let value: Value

    public init(wrappedValue value: Value) { self.value = value }
    public init(initialValue value: Value) { self.value = value }

    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { self.thunk = thunk }

    public var wrappedValue: ObjectType { thunk() }
    nonisolated(unsafe) private let thunk: () -> ObjectType
}
