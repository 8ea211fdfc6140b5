import Foundation

/// Writes to the terminal, unbuffered, so that a reader at a pipe sees each line at once.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(FileHandle.standardOutput.fileDescriptor) == 1 }
    /// Whether standard error is a terminal.
    static var isErrorInteractive: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
    /// Whether standard input is a terminal.
    static var isInputInteractive: Bool { isatty(FileHandle.standardInput.fileDescriptor) == 1 }
    /// Clears the screen.
    static let clear = "\u{1B}[H\u{1B}[2J"

    static func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
    /// Asks a yes-or-no question and waits for the reply.
    static func ask(_ question: String) -> Bool {
        try? FileHandle.standardError.write(contentsOf: Data("\(question) [y/N] ".utf8))
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
    /// Writes bytes to standard output, for a program that reads a pipe.
    ///
    /// - Throws: ``ProgramError`` if they cannot be written completely.
    static func write(_ bytes: [UInt8]) throws {
        do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch { throw unwritable(error) }
    }
    static func unwritable(_ error: any Error) -> ProgramError {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        let reason = cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(cause.code))) : "it failed"
        return ProgramError("Standard output cannot be written: \(reason). The output is incomplete.")
    }
    /// Replaces the previous progress line; an empty text removes it.
    static func showProgress(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
    }
    static func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}

/// Texts on a terminal.
extension String {
    /// The number of columns that the text takes.
    var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

    /// The text on one line, without control characters.
    var printable: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            // Of the invisible format characters, only the one that joins emoji is kept; others can reverse a line.
            case .format where scalar != "\u{200D}": continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Returns the start of the text with an ellipsis, if it takes more columns.
    func shortened(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        var (start, used) = ("", 1)
        for character in self {
            used += character.terminalWidth
            guard used <= width else { break }
            start.append(character)
        }
        return start + "…"
    }
}

extension Character {
    /// Two columns for full-width East Asian characters and for emoji.
    fileprivate var terminalWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return scalar.properties.isEmojiPresentation || Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Source: Unicode's EastAsianWidth.txt, the values W and F in coarse ranges.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}
