import Foundation
import HTTPTypes
import Publishing
import Synchronization

/// An in-memory cache of recently used pictures. A picture's bytes never change, but another node may delete it.
/// Therefore its existence is checked again after some seconds.
final class PictureCache: Sendable {
    /// A picture and its file name.
    struct Entry: Sendable {
        /// The file name in its URL.
        let file: String
        let representation: Representation
    }

    private struct Kept {
        let entry: Entry
        var checked: ContinuousClock.Instant
        /// The sequence number of its last use.
        var use: Int
    }

    private struct State {
        var kept: [String: Kept] = [:]
        var bytes = 0
        var uses = 0
        var loading: [String: Task<Entry?, any Error>] = [:]
    }

    private let store: any PageStore
    private let maximumBytes: Int
    private let state = Mutex(State())

    /// The maximum time for which a picture that another node deleted is still served.
    static let checkInterval = Duration.seconds(10)

    init(_ store: any PageStore, maximumBytes: Int = 64 << 20) {
        self.store = store
        self.maximumBytes = maximumBytes
    }

    /// The size of all cached pictures in bytes.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Returns a picture; nil if it does not exist.
    func picture(_ id: String) async throws -> Entry? {
        if let entry = ready(id) { return entry }
        let known = state.withLock { $0.kept[id]?.entry }
        // Concurrent requests for a picture that is not cached share one read.
        let loading = state.withLock { state in
            if let loading = state.loading[id] { return loading }
            let loading = Task { try await self.load(id, known: known) }
            state.loading[id] = loading
            return loading
        }
        return try await loading.value
    }

    /// Returns a cached picture whose existence was checked recently.
    func ready(_ id: String) -> Entry? {
        state.withLock { state in
            guard let kept = state.kept[id], .now - kept.checked < Self.checkInterval else { return nil }
            state.uses += 1
            state.kept[id]?.use = state.uses
            return kept.entry
        }
    }

    /// Returns the cached picture at a path if its existence was checked recently.
    func ready(path: ASCII.Bytes) -> Representation? {
        let folder: StaticString = "/pictures/"
        guard path.count <= 64, ASCII.starts(path, with: folder) else { return nil }
        let file = String(decoding: path.dropFirst(folder.utf8CodeUnitCount), as: UTF8.self)
        return Self.id(ofFile: file).flatMap { ready($0) }.flatMap { $0.file == file ? $0.representation : nil }
    }

    /// Returns the picture id in a file name; nil if it is invalid.
    static func id(ofFile file: String) -> String? {
        let id = String(file.prefix { $0 != "." })
        return PictureID.isValid(id) ? id : nil
    }

    /// Removes a deleted picture.
    func drop(_ id: String) {
        state.withLock { state in
            guard let kept = state.kept.removeValue(forKey: id) else { return }
            state.bytes -= kept.entry.representation.size
        }
    }

    private func load(_ id: String, known: Entry?) async throws -> Entry? {
        defer { state.withLock { $0.loading[id] = nil } }
        if let known {
            // If the database is unavailable, the cached picture is still served.
            guard (try? await store.hasPicture(id)) ?? true else {
                drop(id)
                return nil
            }
            keep(id, known)
            return known
        }
        guard let (format, bytes) = try await store.pictureContent(id) else { return nil }
        let entry = Entry(
            file: "\(id).\(format.fileExtension)",
            representation: Representation(
                bytes, contentType: format.mediaType, tag: StateTag(id), compression: format == .svg ? .fast : nil,
                caching: Self.caching, fields: Self.fields, acceptsRanges: true))
        keep(id, entry)
        return entry
    }

    private static let caching: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]

    /// The policies keep a picture that is opened as a document from running scripts.
    private static let fields: HTTPFields = [
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        .contentDisposition: "inline",
    ]

    private func keep(_ id: String, _ entry: Entry) {
        state.withLock { state in
            state.uses += 1
            let old = state.kept.updateValue(Kept(entry: entry, checked: .now, use: state.uses), forKey: id)
            state.bytes += entry.representation.size - (old?.entry.representation.size ?? 0)
            guard state.bytes > maximumBytes else { return }
            // Sorting is expensive, so evict down to three quarters of the limit.
            for (oldest, kept) in state.kept.sorted(by: { $0.value.use < $1.value.use }) where oldest != id {
                if state.bytes <= maximumBytes / 4 * 3 { break }
                state.kept[oldest] = nil
                state.bytes -= kept.entry.representation.size
            }
        }
    }
}
