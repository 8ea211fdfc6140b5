import Foundation

/// Writes to the terminal, unbuffered, so that a reader at a pipe sees each line at once.
enum Terminal {
    static func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
    static func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}
