/// The description of the HTTP API. It has a module of its own since a large embedded file is slow to compile.
public enum OpenAPIDocument {
    public static let bytes: [UInt8] = PackageResources.openapi_json
}
