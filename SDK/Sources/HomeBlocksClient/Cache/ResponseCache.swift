public import Foundation

/// Keeps responses on disk, so that an app has something to show before the network is there. Each response is a file
/// that is replaced as a whole; what cannot be read counts as not there. Several processes may share a folder.
///
/// A response is kept under its whole address, so each audience has its own. The addresses are in the files: a folder
/// that others can read reveals the `uid` of the context.
public actor ResponseCache {
    private let folder: URL
    private let limit: Int
    /// The number of calls of ``removeAll()``.
    private var generation = 0
    private static let suffix = "response"
    private static let longestWrite: TimeInterval = 3600

    /// - Parameters:
    ///   - folder: the folder of the files, for nothing else; it is created when needed.
    ///   - limit: the most bytes of all files. Those that were not read for longest are deleted first.
    public init(folder: URL, limit: Int = 16 * 1024 * 1024) {
        self.folder = folder
        self.limit = limit
    }

    /// Removes all copies, those of running requests included: for when the reader signs out.
    public func removeAll() {
        generation += 1
        for file in files() { try? FileManager.default.removeItem(at: file.url) }
    }

    /// The copy for a key, and the generation to store its successor with.
    func response(for key: String) -> (response: CachedResponse?, generation: Int) { (read(key), generation) }

    private func read(_ key: String) -> CachedResponse? {
        let url = url(for: key)
        guard let file = try? Data(contentsOf: url), let response = CachedResponse(file: file, for: key) else {
            return nil
        }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: url.path)
        return response
    }

    /// - Parameter generation: the generation when the response was requested; one from before ``removeAll()`` is not
    ///   kept.
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
                file.url.pathExtension != Self.suffix && file.date.timeIntervalSinceNow < -Self.longestWrite
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

/// A checksum against damage, not against malice: FNV-1a with 64 bits.
enum Checksum {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
