/// The bytes of a file, read from the start to the end, and which of them are kept.
struct PictureBytes {
    let bytes: [UInt8]
    private(set) var position = 0
    /// Parts that do not belong to the picture, in the order of the file.
    private var dropped: [Range<Int>] = []
    /// What the file lacks at its end.
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

    /// The next bytes, which are read.
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

    /// The next four letters.
    mutating func name() throws(PictureFault) -> String { String(decoding: try take(4), as: UTF8.self) }

    // MARK: What is kept

    /// The bytes without what was dropped.
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

    /// Drops a part that was read and does not belong to the picture.
    mutating func drop(from start: Int, to end: Int) { if start < end { dropped.append(start..<end) } }

    /// Ends the picture: cuts off what the file has after it.
    ///
    /// - Parameters:
    ///   - start: where that begins; nil for here.
    ///   - end: what the file lacks at its end.
    /// - Throws: if it is a file of its own.
    mutating func end(at start: Int? = nil, adding end: [UInt8] = []) throws(PictureFault) {
        let start = start ?? position
        if let found = HiddenFile.find(in: bytes[start...]) { throw .trailing(found) }
        drop(from: start, to: bytes.count)
        position = bytes.count
        added = end
    }
}
