import HomeBlocks

/// A block as it is stored.
struct EncodedBlock {
    let bytes: [UInt8]
    let hash: [UInt8]

    init(_ block: BlockResource) {
        bytes = JSONValue.object(block.json).encoded
        hash = Digest.sha256(bytes)
    }
}
