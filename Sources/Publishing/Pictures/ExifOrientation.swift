/// The orientation in Exif data (CIPA DC-008): how a camera was held.
enum ExifOrientation {
    private static let tag = 0x0112
    private static let shortNumber = 3

    /// Whether programs rotate the picture by 90 or 270 degrees: orientations 5 to 8.
    ///
    /// - Parameter data: Exif data, with or without a leading `Exif\0\0`. Unreadable data counts as not rotated.
    static func turns(_ data: ArraySlice<UInt8>) -> Bool {
        let mark = Array("Exif\0\0".utf8)
        let tiff = Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
        return (try? orientation(tiff)).flatMap { $0 }.map { (5...8).contains($0) } ?? false
    }

    private static func orientation(_ tiff: [UInt8]) throws(PictureFault) -> Int? {
        var reader = PictureBytes(tiff)
        let order = try reader.bigEndian(2)
        guard order == 0x4949 || order == 0x4D4D else { return nil }
        func number(_ count: Int) throws(PictureFault) -> Int {
            order == 0x4949 ? try reader.littleEndian(count) : try reader.bigEndian(count)
        }
        guard try number(2) == 42 else { return nil }
        try reader.skip(try number(4) - 8)
        for _ in 0..<(try number(2)) {
            let (found, type) = (try number(2), try number(2))
            let count = try number(4)
            let value = try number(2)
            try reader.skip(2)
            if found == tag { return type == shortNumber && count == 1 ? value : nil }
        }
        return nil
    }
}
