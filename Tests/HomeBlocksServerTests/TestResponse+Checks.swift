import HTTPTypes
import HomeBlocks
import NIOCore
import TestSupport
import Testing

extension TestResponse {
    var json: JSONValue {
        get throws { try JSONValue(parsing: body.readableBytesView, limits: JSONLimits(depth: 128)) }
    }

    func json(at pointer: String) throws -> JSONValue? {
        try json[pointer: try #require(JSONPointer(parsing: pointer))]
    }

    func texts(_ pointer: String) throws -> [String] { try json(at: pointer)?.array?.compactMap(\.string) ?? [] }

    func header(_ name: String) throws -> String? { headers[try #require(HTTPField.Name(name))] }

    /// Checks that this is a problem document with a status.
    func expectProblem(_ expected: Int, _ words: String = "", location: SourceLocation = #_sourceLocation) throws {
        #expect(status.code == expected, sourceLocation: location)
        #expect(try header("Content-Type") == "application/problem+json", sourceLocation: location)
        let members = try #require(try json.object, sourceLocation: location)
        for name in ["type", "title", "detail", "message", "requestId"] {
            #expect(members[name]?.string?.isEmpty == false, "\(name)", sourceLocation: location)
        }
        #expect(members["status"]?.int == expected, sourceLocation: location)
        #expect(members["code"]?.int == expected, sourceLocation: location)
        #expect(members["message"] == members["detail"], sourceLocation: location)
        #expect(members["errors"]?.array != nil, sourceLocation: location)
        #expect(members["requestId"]?.string == (try header("X-Request-Id")), sourceLocation: location)
        #expect(
            members["detail"]?.string?.contains(words) == true, "\(members["detail"] ?? .null)",
            sourceLocation: location)
    }
}
