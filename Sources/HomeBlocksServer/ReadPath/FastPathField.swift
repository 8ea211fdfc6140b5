/// What a header field means for a plain read.
enum FastPathField {
    case host
    case acceptEncoding
    case ifNoneMatch
    case connection
    /// It may bring a body, another protocol or something else that is not plain.
    case unusual
    /// It means nothing for public documents.
    case other

    init(_ name: FastPathRequest.Bytes) {
        switch name.count {
        case 4 where ASCII.isEqual(name, "host"): self = .host
        case 10 where ASCII.isEqual(name, "connection"): self = .connection
        case 13 where ASCII.isEqual(name, "if-none-match"): self = .ifNoneMatch
        case 15 where ASCII.isEqual(name, "accept-encoding"): self = .acceptEncoding
        case 2 where ASCII.isEqual(name, "te"), 8 where ASCII.isEqual(name, "if-match"),
            6 where ASCII.isEqual(name, "expect"),
            7 where ASCII.isEqual(name, "upgrade"), 7 where ASCII.isEqual(name, "trailer"),
            14 where ASCII.isEqual(name, "content-length"), 14 where ASCII.isEqual(name, "http2-settings"),
            16 where ASCII.isEqual(name, "proxy-connection"), 17 where ASCII.isEqual(name, "transfer-encoding"):
            self = .unusual
        default: self = .other
        }
    }
}
