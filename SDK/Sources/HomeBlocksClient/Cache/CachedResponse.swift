import Foundation
import HomeBlocks

/// An answer that was kept, and how far it can be relied on.
struct CachedResponse: Sendable, Equatable {
    /// The server's name for this version of the answer.
    let etag: String
    /// When the server last said that it is right.
    let date: Date
    /// For how long after that it may stand in when the server is at fault, in seconds.
    let staleIfError: TimeInterval
    let body: Data
}

/// As a file: a line of JSON that says what follows, and the body.
extension CachedResponse {
    private static let newline = UInt8(ascii: "\n")
    /// The dates that a file may have: those of years with four digits, since 1970.
    private static let milliseconds = 0...253_402_300_799_999

    func file(for key: String) -> Data {
        let header: JSONValue = [
            "key": .string(key), "etag": .string(etag), "date": JSONValue(Int64(date.timeIntervalSince1970 * 1000)),
            "staleIfError": JSONValue(Int64(staleIfError)), "length": JSONValue(body.count),
            "checksum": .string(Checksum.text(of: body)),
        ]
        return Data(header.encoded + [Self.newline]) + body
    }

    /// Nil for a file of another key, and for one that is not whole.
    init?(file: Data, for key: String) {
        guard let end = file.firstIndex(of: Self.newline),
            let header = (try? JSONValue(parsing: file[..<end]))?.object, header["key"]?.string == key,
            let etag = header["etag"]?.string, let date = header["date"]?.int,
            let staleIfError = header["staleIfError"]?.int, Self.milliseconds.contains(date),
            (0...Int(UInt32.max)).contains(staleIfError)
        else { return nil }
        let body = Data(file[file.index(after: end)...])
        guard header["length"]?.int == body.count, header["checksum"]?.string == Checksum.text(of: body) else {
            return nil
        }
        self.init(
            etag: etag, date: Date(timeIntervalSince1970: Double(date) / 1000), staleIfError: Double(staleIfError),
            body: body)
    }
}
