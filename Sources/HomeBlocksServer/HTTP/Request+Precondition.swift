import HTTPTypes
import Hummingbird
import Publishing

extension Request {
    /// What `If-Match` demands of a change.
    func precondition(isRequired: Bool) throws -> Precondition {
        let header = headers[values: .ifMatch].joined(separator: ",")
        if header.isEmpty {
            guard !isRequired else {
                throw Problem(
                    .preconditionRequired, "precondition-required",
                    "This server wants If-Match with the present ETag, so that no change is lost; * forces.")
            }
            return .none
        }
        guard let tags = EntityTags(parsing: header) else {
            throw PublishingError.malformed("If-Match must be a quoted ETag, a list of them, or *.")
        }
        return tags.precondition
    }
}
