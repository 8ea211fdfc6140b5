/// The SQL that differs between engines.
public struct SQLDialect: Sendable {
    /// A clause that makes a query use an index; empty if the engine always chooses the index.
    public let indexedBy: @Sendable (_ index: String) -> String
    /// Whether the id of a deleted tree may be reused.
    public let reusesTreeIDs: Bool
    /// A condition that a column equals one of the integers of a JSON array, which uses the column's index.
    public let isOneOf: @Sendable (_ column: String, _ list: String) -> String
    /// A redundant condition that a column is at least a value, if the engine would otherwise expect most rows to
    /// match; empty if it uses an index anyway.
    public let isRecent: @Sendable (_ column: String, _ value: String) -> String
    /// An expression for the next id of a table whose ids are never reused.
    public let nextID: @Sendable (_ table: String) -> String
    /// Column expressions for the time, or NULL if the program's clock dates changes; and for the next ids of releases,
    /// orders, trees, subtrees and block versions, or only of releases if the others are reserved.
    public let nextIDs: String
    /// A query for the strings of a JSON array, which is a parameter or a column, in a column `value`.
    public let elements: @Sendable (_ list: String) -> String
    /// A query for the integers of a JSON array, in a column `value`.
    public let numbers: @Sendable (_ list: String) -> String
    /// An aggregate for the JSON array of the groups of operators `g`.
    public let groupArray: String
    /// An expression for the bytes of a text.
    public let bytes: @Sendable (_ text: String) -> String
    /// The end of a query that locks the rows of a table alias; empty if only one transaction writes at a time.
    public let locking: @Sendable (_ lock: RowLock, _ alias: String) -> String
    /// The same for a query for the page with the slug ?1, for which many transactions may wait.
    public let lockingPage: @Sendable (_ lock: RowLock, _ alias: String) -> String
    /// A query that waits for a lock and acquires it; nil if only one transaction writes at a time.
    public let taking: @Sendable (_ lock: NamedLock) -> String?
    /// A query that waits for a lock on the credential with the id ?1 and acquires it. Locks are granted in the order
    /// of requests, so a token in constant use can still be revoked. nil if only one transaction writes at a time.
    public let takingCredential: @Sendable (_ isShared: Bool) -> String?
    /// A statement that adds the grams ?2, separated by spaces, of the block version ?1 to the search index. A `WHERE`
    /// clause may follow.
    public let insertingGrams: String
    /// A query for the block versions that have all grams of ?1, in a column `version_id`.
    public let matchingGrams: String
    /// Tables that only the engine uses, whose rows are no longer needed a day after `created_at`.
    public let engineExpiringTables: [String]

    public init(
        indexedBy: @escaping @Sendable (String) -> String,
        reusesTreeIDs: Bool, isOneOf: @escaping @Sendable (String, String) -> String,
        isRecent: @escaping @Sendable (String, String) -> String,
        nextID: @escaping @Sendable (String) -> String, nextIDs: String,
        elements: @escaping @Sendable (String) -> String,
        numbers: @escaping @Sendable (String) -> String, groupArray: String,
        bytes: @escaping @Sendable (String) -> String,
        locking: @escaping @Sendable (RowLock, String) -> String,
        lockingPage: @escaping @Sendable (RowLock, String) -> String,
        taking: @escaping @Sendable (NamedLock) -> String?,
        takingCredential: @escaping @Sendable (Bool) -> String?, insertingGrams: String, matchingGrams: String,
        engineExpiringTables: [String]
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
        self.groupArray = groupArray
        self.bytes = bytes
        self.locking = locking
        self.lockingPage = lockingPage
        self.taking = taking
        self.takingCredential = takingCredential
        self.engineExpiringTables = engineExpiringTables
    }
}
