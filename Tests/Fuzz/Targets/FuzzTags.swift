import Publishing

/// A condition is parsed as RFC 9110 defines it, byte by byte: 8.8.3 for the tags, 5.6.1 for lists with empty elements.
public func fuzzTags(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    let header = String(decoding: bytes, as: UTF8.self)
    let wanted = PlainTags(Array(header.utf8))
    guard let tags = EntityTags(parsing: header) else {
        try hold(wanted == nil, "a condition is not read, though it is one")
        return
    }
    switch tags {
    case .any:
        try hold(wanted == .any, "it is no *")
        try hold(tags.precondition == .exists, "* demands more than that there is something")
    case .list(let list):
        let found = list.map { PlainTags.Tag(isWeak: $0.isWeak, opaque: Array($0.opaque.utf8)) }
        try hold(wanted == .list(found), "the tags are others than those that were sent")
        for tag in list { try hold(tags.containsWeakly(String(tag.opaque)), "a tag of the list is not in it") }
        try compare(tags, found)
    }
}

/// A tag is known only if its bytes are in the list.
private func compare(_ tags: EntityTags, _ found: [PlainTags.Tag]) throws(BrokenRule) {
    for known in ["", "a", "K;`", "0f3a-gzip", "é"] {
        let isThere = found.contains { $0.opaque == Array(known.utf8) }
        try hold(tags.containsWeakly(known) == isThere, "\"\(known)\" is \(isThere ? "not " : "")taken for one of them")
    }
    guard case .matches(let states) = tags.precondition else { throw BrokenRule(description: "a list demands nothing") }
    try hold(states.count == found.count { !$0.isWeak }, "a change is compared with weak tags")
}

/// A condition, parsed in the simplest way.
private enum PlainTags: Equatable {
    case any
    case list([Tag])

    struct Tag: Equatable {
        let isWeak: Bool
        let opaque: [UInt8]
    }

    init?(_ bytes: [UInt8]) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        if bytes.filter({ !isSpace($0) }) == [UInt8(ascii: "*")] {
            self = .any
            return
        }
        var tags: [Tag] = []
        var place = 0
        var mayFollow = true
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: ",") { mayFollow = true }
            if bytes[place] == UInt8(ascii: ",") || isSpace(bytes[place]) {
                place += 1
                continue
            }
            let isWeak = bytes[place...].starts(with: Array("W/".utf8))
            if isWeak { place += 2 }
            guard mayFollow, place < bytes.count, bytes[place] == UInt8(ascii: "\""),
                let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\""))
            else { return nil }
            let opaque = Array(bytes[(place + 1)..<end])
            guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
            tags.append(Tag(isWeak: isWeak, opaque: opaque))
            place = end + 1
            mayFollow = false
        }
        if tags.isEmpty { return nil }
        self = .list(tags)
    }
}
