/// The type and subtype of a `Content-Type` header.
struct MediaTypeName {
    let name: String

    init(_ header: String?) {
        let essence = (header ?? "").split(separator: ";", omittingEmptySubsequences: false).first ?? ""
        name = essence.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    var isJSON: Bool { name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json") }
    /// Whether it is a JSON Merge Patch, or JSON that says no more of itself.
    var isMergePatch: Bool { name == "application/json" || name == "application/merge-patch+json" }
    var isForm: Bool { name == "application/x-www-form-urlencoded" }
}
