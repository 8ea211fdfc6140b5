import HTTPTypes
import NIOCore
import Publishing

extension Representation {
    /// The bytes of an answer to a read as they go over the wire, if they are made already.
    ///
    /// - Parameters:
    ///   - coding: the best that the client accepts.
    ///   - known: its `If-None-Match`, if there is one.
    func ready(
        in coding: ContentCoding, known: UnsafeRawBufferPointer?, isHead: Bool, at moment: ResponseTimestamp,
        _ settings: ServerSettings
    ) -> PreparedResponse? {
        let body = body(in: coding)
        var cacheControl: String { settings.cacheControl.value(at: moment.instant, changesAt: changesAt) }
        let strictTransport = settings.security?.strictTransport
        if let known, body.hasEntityTag(known) || isKnown(String(decoding: known, as: UTF8.self), body) {
            return body.notModified(at: moment) {
                let fields = fields(of: body, cacheControl, withContent: false)
                return ResponseHead.bytes(
                    .notModified, fields, length: nil, strictTransport: strictTransport, date: moment.date)
            }
        }
        let ready = body.ready(at: moment) { length in
            let fields = fields(of: body, cacheControl, withContent: true)
            return ResponseHead.bytes(.ok, fields, length: length, strictTransport: strictTransport, date: moment.date)
        }
        return isHead ? ready?.withoutBody : ready
    }
}
