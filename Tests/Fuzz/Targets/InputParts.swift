/// The parts of an input that has more than one: its lines.
struct InputParts {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// The next line; nothing once all are read.
    mutating func next() -> Slice<UnsafeRawBufferPointer> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return line
    }

    /// Everything that was not read.
    var others: Slice<UnsafeRawBufferPointer> { rest }
}
