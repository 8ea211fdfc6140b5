/// The details of an item of a news page: ``NewsFacts``, whose members can be read directly, and what its kind has beside them.
@dynamicMemberLookup public protocol NewsArticle: JSONModel, Identifiable where ID == Int {
    /// What it has in common with items of other kinds.
    var facts: NewsFacts { get }
}

extension NewsArticle {
    public var id: Int { facts.id }

    public subscript<Member>(dynamicMember path: KeyPath<NewsFacts, Member>) -> Member { facts[keyPath: path] }
}
