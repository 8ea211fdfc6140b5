import Foundation
import GRDB

/// Writes the rows of reorders in a bare loop, one durable transaction each: the cost of the store alone.
/// `store-benchmark DATABASE PAGE SECONDS` works on a copy of a server's database and prints its result as JSON.
let arguments = CommandLine.arguments
guard arguments.count == 4, let seconds = Double(arguments[3]), seconds > 0 else {
    FileHandle.standardError.write(Data("usage: store-benchmark DATABASE PAGE SECONDS\n".utf8))
    exit(64)
}

var configuration = Configuration()
configuration.foreignKeysEnabled = true
let pool = try DatabasePool(path: arguments[1], configuration: configuration)
var page = try pool.read { try ReorderedPage(slug: arguments[2], $0) }
let times = try pool.writeWithoutTransaction { database in
    // Write first until the log has reached its constant size, like a server's: syncing a growing file is slower.
    try database.execute(sql: "PRAGMA synchronous = OFF")
    for _ in 0..<200 {
        try database.inTransaction {
            try page.reorder(database)
            return .commit
        }
    }
    // The pool's default would be a weaker mode.
    try database.execute(sql: "PRAGMA synchronous = FULL")
    var times: [Double] = []
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
        let cost = try clock.measure {
            try database.inTransaction {
                try page.reorder(database)
                return .commit
            }
        }
        times.append(cost / .milliseconds(1))
    }
    return times
}
let sorted = times.sorted()
let used = String(format: "%.6f", times.reduce(0, +) / 1000)
let (p50, p99) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
print(
    #"{"transactions": \#(times.count), "seconds": \#(used), "#
        + String(format: #""p50": %.4f, "p99": %.4f}"#, p50, p99))
