/// An entry of a section of the mall page: a ``MallItem``, whose members can be read directly, and more.
@dynamicMemberLookup public protocol MallEntry: JSONModel, Identifiable where ID == Int {
    /// What it has in common with other entries.
    var item: MallItem { get }
}

extension MallEntry {
    public var id: Int { item.id }

    public subscript<Member>(dynamicMember path: KeyPath<MallItem, Member>) -> Member { item[keyPath: path] }
}
