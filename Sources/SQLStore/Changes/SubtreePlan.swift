/// The division of a tree's entries into subtrees: a small tree has one, a large one has many of about equal size, in
/// which an entry is found by its code.
struct SubtreePlan: Equatable {
    /// The codes of a subtree that has to be written.
    struct Subtree: Equatable {
        /// The codes whose entries are copied from the parent.
        var kept: [String] = []
        var added: [String] = []
    }

    /// The subtrees that have to be written, by number.
    let subtrees: [Int: Subtree]
    /// The numbers of the parent's subtrees that are replaced; all others are shared. nil if none is shared.
    let replaced: Set<Int>?
    /// Whether the parent has several subtrees.
    let isDivided: Bool

    /// The number of entries above which a tree is divided, and the maximum number of subtrees.
    static let dividedSize = 64
    static let count = 32

    /// - Parameters:
    ///   - codes: the codes of the parent.
    ///   - isDivided: whether the parent has several subtrees.
    init(codes: [String], isDivided: Bool, leaving gone: Set<String>, adding added: [String]) {
        let touched = Set(gone.union(added).map(Self.number))
        self.isDivided = isDivided
        replaced = isDivided || touched.isEmpty ? touched : nil
        let kept = codes.filter { code in
            !touched.isEmpty && !gone.contains(code) && (!isDivided || touched.contains(Self.number(of: code)))
        }
        let isDivided = isDivided || kept.count + added.count > Self.dividedSize
        var subtrees: [Int: Subtree] = [:]
        for code in kept { subtrees[isDivided ? Self.number(of: code) : 0, default: Subtree()].kept.append(code) }
        for code in added { subtrees[isDivided ? Self.number(of: code) : 0, default: Subtree()].added.append(code) }
        self.subtrees = subtrees
    }

    /// The subtree of a code in a divided tree: FNV-1a of its bytes.
    static func number(of code: String) -> Int {
        let hash = code.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int(hash % UInt32(count))
    }
}
