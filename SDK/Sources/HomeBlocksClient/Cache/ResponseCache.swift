public import Foundation

/// A cache of responses on disk, so that an app has content before the network is available. Each response is a file
/// that is replaced atomically; an unreadable file counts as missing. Several processes may share a folder.
///
/// The key of a response is its complete URL, so that each audience has its own copies. The URLs are stored in the
/// files: a folder that others can read reveals the `uid` of the context.
public actor ResponseCache {
    private let folder: URL
    private let limit: Int
    /// The number of calls of ``removeAll()``.
    private var generation = 0
    private static let suffix = "response"
    private static let maximumWriteDuration: TimeInterval = 3600

    /// - Parameters:
    ///   - folder: a folder exclusively for the cache; it is created when needed.
    ///   - limit: the maximum total size of all files, in bytes. The least recently read files are deleted first.
    public init(folder: URL, limit: Int = 16 * 1024 * 1024) {
        self.folder = folder
        self.limit = limit
    }

    /// Removes all copies, and discards the responses to requests in progress. Call it when the reader signs out.
    public func removeAll() {
        generation += 1
        for file in files() { try? FileManager.default.removeItem(at: file.url) }
    }

    /// Returns the copy for a key, and the generation to pass when storing its successor.
    func response(for key: String) -> (response: CachedResponse?, generation: Int) { (read(key), generation) }

    private func read(_ key: String) -> CachedResponse? {
        let url = url(for: key)
        guard let file = try? Data(contentsOf: url), let response = CachedResponse(file: file, for: key) else {
            return nil
        }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: url.path)
        return response
    }

    /// - Parameter generation: the generation when the response was requested. A response from before ``removeAll()``
    ///   is not stored.
    func store(_ response: CachedResponse, for key: String, generation: Int) {
        guard generation == self.generation else { return }
        let file = response.file(for: key)
        guard file.count <= limit else {
            remove(key)
            return
        }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? file.write(to: url(for: key), options: .atomic)
        evict()
    }

    func remove(_ key: String) { try? FileManager.default.removeItem(at: url(for: key)) }

    private func url(for key: String) -> URL {
        folder.appendingPathComponent(Checksum.text(of: key.utf8)).appendingPathExtension(Self.suffix)
    }

    private func evict() {
        var total = 0
        for file in files().sorted(by: { $0.date > $1.date }) {
            total += file.size
            let isLeftOver =
                file.url.pathExtension != Self.suffix && file.date.timeIntervalSinceNow < -Self.maximumWriteDuration
            if total > limit || isLeftOver { try? FileManager.default.removeItem(at: file.url) }
        }
    }

    private func files() -> [(url: URL, size: Int, date: Date)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { name in
            let url = folder.appendingPathComponent(name)
            guard let facts = try? FileManager.default.attributesOfItem(atPath: url.path),
                facts[.type] as? FileAttributeType == .typeRegular
            else { return nil }
            return (url, (facts[.size] as? NSNumber)?.intValue ?? 0, facts[.modificationDate] as? Date ?? .distantPast)
        }
    }
}

/// A checksum that detects damage, but not tampering: 64-bit FNV-1a.
enum Checksum {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
