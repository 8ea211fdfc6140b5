/// The lines of an input with several parts.
struct InputParts {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// The next line; empty at the end.
    mutating func next() -> Slice<UnsafeRawBufferPointer> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return line
    }

    /// The rest of the input.
    var others: Slice<UnsafeRawBufferPointer> { rest }
}
