import Publishing

/// An uploaded picture is stored as a picture of the same format and size, without anything after its end.
public func fuzzPicture(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    let sent = Array(bytes)
    guard let header = try? PictureHeader(sent) else { return }
    let sides = 1...PictureHeader.maximumPixels
    try hold(sides.contains(header.width) && sides.contains(header.height), "the size is out of its limits")
    // A GIF file without a trailer gets one.
    try hold(header.content.count <= sent.count + 1, "more is stored than was sent")
    if header.format == .svg { try hold(header.content == sent, "a drawing is changed") }

    let stored = try need(try? PictureHeader(header.content), "what is stored is not a picture")
    try hold(stored == header, "what is stored is another picture")
    // The last box of an AVIF file may extend to the end of the file, whatever follows.
    guard header.format != .avif else { return }
    let followed = try? PictureHeader(header.content + Array("<script>alert(1)</script>".utf8))
    // A WebP file of an odd length may have a padding byte.
    let room = header.content.count + 1
    try hold(followed.map { $0.content.count <= room } ?? true, "what follows a picture is stored")
}
