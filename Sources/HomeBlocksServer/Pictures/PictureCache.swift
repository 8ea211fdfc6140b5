import Foundation
import HTTPTypes
import Publishing
import Synchronization

/// Pictures that were read lately, in memory. A picture's bytes never change, but it may be deleted by another node:
/// after some seconds it is looked for again before it is sent.
final class PictureCache: Sendable {
    /// A picture as it is sent.
    struct Entry: Sendable {
        /// The name in its address.
        let file: String
        let representation: Representation
    }

    private struct Kept {
        let entry: Entry
        var checked: ContinuousClock.Instant
        /// The number of its last use: a higher one is later.
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

    /// For how long a picture is sent that another node has deleted.
    static let checkInterval = Duration.seconds(10)

    init(_ store: any PageStore, maximumBytes: Int = 64 << 20) {
        self.store = store
        self.maximumBytes = maximumBytes
    }

    /// How many bytes the pictures in memory have.
    var bytes: Int { state.withLock { $0.bytes } }

    /// A picture; nil if there is none.
    func picture(_ id: String) async throws -> Entry? {
        if let entry = ready(id) { return entry }
        let known = state.withLock { $0.kept[id]?.entry }
        // Of many requests at once for a picture that is not in memory, one reads it.
        let loading = state.withLock { state in
            if let loading = state.loading[id] { return loading }
            let loading = Task { try await self.load(id, known: known) }
            state.loading[id] = loading
            return loading
        }
        return try await loading.value
    }

    /// A picture that is in memory and was found lately.
    func ready(_ id: String) -> Entry? {
        state.withLock { state in
            guard let kept = state.kept[id], .now - kept.checked < Self.checkInterval else { return nil }
            state.uses += 1
            state.kept[id]?.use = state.uses
            return kept.entry
        }
    }

    /// The picture of a path that is in memory and was found lately.
    func ready(path: ASCII.Bytes) -> Representation? {
        let folder: StaticString = "/pictures/"
        guard path.count <= 64, ASCII.starts(path, with: folder) else { return nil }
        let file = String(decoding: path.dropFirst(folder.utf8CodeUnitCount), as: UTF8.self)
        return Self.id(ofFile: file).flatMap { ready($0) }.flatMap { $0.file == file ? $0.representation : nil }
    }

    /// The id in the name of a file.
    static func id(ofFile file: String) -> String? {
        let id = String(file.prefix { $0 != "." })
        return PictureID.isValid(id) ? id : nil
    }

    /// Forgets a picture that was deleted.
    func drop(_ id: String) {
        state.withLock { state in
            guard let kept = state.kept.removeValue(forKey: id) else { return }
            state.bytes -= kept.entry.representation.size
        }
    }

    private func load(_ id: String, known: Entry?) async throws -> Entry? {
        defer { state.withLock { $0.loading[id] = nil } }
        if let known {
            // Where the database cannot be read, what is in memory is still right.
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

    /// A picture that is opened as a document must not run scripts.
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
            // Sorted once for many: room is made for a while.
            for (oldest, kept) in state.kept.sorted(by: { $0.value.use < $1.value.use }) where oldest != id {
                if state.bytes <= maximumBytes / 4 * 3 { break }
                state.kept[oldest] = nil
                state.bytes -= kept.entry.representation.size
            }
        }
    }
}
