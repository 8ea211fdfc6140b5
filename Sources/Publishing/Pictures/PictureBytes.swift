/// Reads a file's bytes from start to end, and records which of them are kept.
struct PictureBytes {
    let bytes: [UInt8]
    private(set) var position = 0
    /// Parts that do not belong to the picture, in the order of the file.
    private var dropped: [Range<Int>] = []
    /// Bytes that the file lacks at its end.
    private var added: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - position }

    mutating func byte() throws(PictureFault) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func skip(_ count: Int) throws(PictureFault) {
        guard count >= 0, count <= remaining else { throw .truncated }
        position += count
    }

    /// Reads the next bytes.
    mutating func take(_ count: Int) throws(PictureFault) -> ArraySlice<UInt8> {
        let start = position
        try skip(count)
        return bytes[start..<position]
    }

    mutating func bigEndian(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func littleEndian(_ count: Int) throws(PictureFault) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a name of four letters.
    mutating func name() throws(PictureFault) -> String { String(decoding: try take(4), as: UTF8.self) }

    // MARK: Kept bytes

    /// The file's bytes without dropped parts and with added ones.
    var kept: [UInt8] {
        if dropped.isEmpty, added.isEmpty { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count + added.count)
        var start = 0
        for part in dropped {
            kept += bytes[start..<part.lowerBound]
            start = part.upperBound
        }
        return kept + bytes[start...] + added
    }

    /// Drops a part that was read but does not belong to the picture.
    mutating func drop(from start: Int, to end: Int) { if start < end { dropped.append(start..<end) } }

    /// Ends the picture, and drops anything after it.
    ///
    /// - Parameters:
    ///   - start: the end of the picture; nil for the current position.
    ///   - end: bytes that the file lacks at its end.
    /// - Throws: if another file follows the picture.
    mutating func end(at start: Int? = nil, adding end: [UInt8] = []) throws(PictureFault) {
        let start = start ?? position
        if let found = HiddenFile.find(in: bytes[start...]) { throw .trailing(found) }
        drop(from: start, to: bytes.count)
        position = bytes.count
        added = end
    }
}
