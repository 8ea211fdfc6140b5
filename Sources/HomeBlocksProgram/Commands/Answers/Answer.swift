import HomeBlocks

/// What a server answered, or what the same work on the database file came to.
struct Answer {
    let data: JSONValue
    /// What a change to live meant to the page's draft and to its releases to come.
    let carried: [JSONValue]

    init(_ data: JSONValue, carried: [JSONValue] = []) {
        self.data = data
        self.carried = carried
    }

    init(parsing bytes: [UInt8]) throws {
        guard let envelope = (try? JSONValue(parsing: bytes))?.object, let data = envelope["data"] else {
            throw ConfigurationProblem("The server's answer cannot be read. Is this the right address?")
        }
        self.init(data, carried: envelope["carried"]?.array ?? [])
    }
}
