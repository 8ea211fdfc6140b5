/// What engines write differently.
public struct SQLDialect: Sendable {
    /// How a query is made to use an index; empty where the engine always chooses by itself.
    public let indexedBy: @Sendable (_ index: String) -> String
    /// Whether the id of a deleted tree may be used again.
    public let reusesTreeIDs: Bool
    /// A condition: that a column is one of the whole numbers of a JSON list, looked up in the column's index.
    public let isOneOf: @Sendable (_ column: String, _ list: String) -> String
    /// A condition that says once more that a column is at least a value, where the engine would take most rows for such
    /// ones otherwise; empty where it reads an index all the same.
    public let isRecent: @Sendable (_ column: String, _ value: String) -> String
    /// An expression for the next id of a table whose ids are never used again.
    public let nextID: @Sendable (_ table: String) -> String
    /// The expressions of a query for the time, or NULL where the program's clock dates changes; and for the next ids of
    /// releases, orders, trees, subtrees and block versions, or only that of releases where the others are reserved.
    public let nextIDs: String
    /// A query for the texts of a JSON list, which is a parameter or a column, in a column `value`.
    public let elements: @Sendable (_ list: String) -> String
    /// A query for the whole numbers of a JSON list, in a column `value`.
    public let numbers: @Sendable (_ list: String) -> String
    /// An expression for the bytes of a text.
    public let bytes: @Sendable (_ text: String) -> String
    /// The end of a query that locks the rows of a table's alias; empty where only one transaction writes at a time.
    public let locking: @Sendable (_ lock: RowLock, _ alias: String) -> String
    /// The same of a query for the page whose slug is ?1, where many may wait.
    public let lockingPage: @Sendable (_ lock: RowLock, _ alias: String) -> String
    /// A query that waits until no other transaction has the same lock; nil where only one writes at a time.
    public let taking: @Sendable (_ lock: NamedLock) -> String?
    /// A query that waits until no other transaction has a lock of the credential whose id is ?1 that excludes this one. Who
    /// waits comes before those who ask later: a token that is always in use can be revoked. nil where only one
    /// transaction writes at a time.
    public let takingCredential: @Sendable (_ isShared: Bool) -> String?
    /// A statement that adds the grams ?2, separated by spaces, of the block version ?1 to the index for searches. A
    /// condition may follow.
    public let insertingGrams: String
    /// A query for the block versions that have all grams of ?1, in a column `version_id`.
    public let matchingGrams: String
    /// Tables that only the engine uses, whose rows are of no use a day after `created_at`.
    public let ownExpiringTables: [String]

    public init(
        indexedBy: @escaping @Sendable (String) -> String,
        reusesTreeIDs: Bool, isOneOf: @escaping @Sendable (String, String) -> String,
        isRecent: @escaping @Sendable (String, String) -> String,
        nextID: @escaping @Sendable (String) -> String, nextIDs: String,
        elements: @escaping @Sendable (String) -> String,
        numbers: @escaping @Sendable (String) -> String, bytes: @escaping @Sendable (String) -> String,
        locking: @escaping @Sendable (RowLock, String) -> String,
        lockingPage: @escaping @Sendable (RowLock, String) -> String,
        taking: @escaping @Sendable (NamedLock) -> String?,
        takingCredential: @escaping @Sendable (Bool) -> String?, insertingGrams: String, matchingGrams: String,
        ownExpiringTables: [String]
    ) {
        self.insertingGrams = insertingGrams
        self.matchingGrams = matchingGrams
        self.indexedBy = indexedBy
        self.reusesTreeIDs = reusesTreeIDs
        self.isOneOf = isOneOf
        self.isRecent = isRecent
        self.nextID = nextID
        self.nextIDs = nextIDs
        self.elements = elements
        self.numbers = numbers
        self.bytes = bytes
        self.locking = locking
        self.lockingPage = lockingPage
        self.taking = taking
        self.takingCredential = takingCredential
        self.ownExpiringTables = ownExpiringTables
    }
}
