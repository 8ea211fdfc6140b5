/// Why the program does not start with the configuration it was given.
struct ConfigurationProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
