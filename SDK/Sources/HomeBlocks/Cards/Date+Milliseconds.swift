import Foundation

extension Date {
    /// The instant that documents write as milliseconds since 1970.
    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
