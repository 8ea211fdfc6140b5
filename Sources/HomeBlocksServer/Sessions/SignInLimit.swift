import Publishing
import Synchronization

/// How often passwords may be tried: by one address for one name, by one address, and for one name, in a quarter of an
/// hour. What goes beyond has to wait, whether its password is right or not.
final class SignInLimit: Sendable {
    private enum Key: Hashable {
        case pair(name: String, address: [UInt8]?)
        case address([UInt8]?)
        case name(String)

        /// A name alone may be tried more often: others must not be able to lock somebody out by trying it.
        var most: Int {
            switch self {
            case .pair: 5
            case .address: 30
            case .name: 100
            }
        }
    }

    private struct Window {
        var end: Instant
        var count = 0
    }

    private static let seconds = 900
    private static let mostKeys = 50_000

    private let windows = Mutex<[Key: Window]>([:])

    /// Counts a try.
    ///
    /// - Returns: how many seconds it has to wait instead; nil if it may be made now.
    func enter(_ name: String, _ address: IPAddress?, at now: Instant) -> Int? {
        let keys = Self.keys(name, address)
        return windows.withLock { windows in
            if windows.count > Self.mostKeys { windows = windows.filter { now < $0.value.end } }
            let full = keys.compactMap { key -> Instant? in
                guard let window = windows[key], now < window.end, window.count >= key.most else { return nil }
                return window.end
            }
            if let last = full.max() { return max(1, Int((last.milliseconds - now.milliseconds + 999) / 1000)) }
            for key in keys {
                var window = windows[key] ?? Window(end: now)
                if now >= window.end { window = Window(end: now.adding(seconds: Self.seconds)) }
                window.count += 1
                windows[key] = window
            }
            return nil
        }
    }

    /// A try was no guess.
    func succeed(_ name: String, _ address: IPAddress?) {
        let keys = Self.keys(name, address)
        windows.withLock { windows in
            windows[keys[0]] = nil
            for key in keys.dropFirst() { windows[key]?.count -= 1 }
        }
    }

    private static func keys(_ name: String, _ address: IPAddress?) -> [Key] {
        let address = address?.subscriber
        return [.pair(name: name, address: address), .address(address), .name(name)]
    }
}
