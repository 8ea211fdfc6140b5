public import HomeBlocks

/// What a section shows to apps that are too old for its layout.
public struct Fallback: Sendable, Equatable {
    public var showType: String
    public var content: JSONObject

    public init(showType: String, content: JSONObject) {
        self.showType = showType
        self.content = content
    }
}
