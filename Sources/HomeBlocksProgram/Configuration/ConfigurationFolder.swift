import Foundation
import HomeBlocks
import HomeBlocksServer
import Publishing

/// The folder of the configuration file, with layouts, starter pages and their pictures, catalogues, and the console.
struct ConfigurationFolder {
    let url: URL

    /// Reads the layouts, one file each, and the files of definitions that they share.
    ///
    /// - Parameters:
    ///   - schemes: the schemes that URLs in content may have.
    ///   - attributes: the attributes that audiences may name.
    func catalog(_ schemes: AddressSchemes, _ attributes: AudienceAttributes = .none) throws -> BlockTypeCatalog {
        let folder = url.appending(path: "block-types", directoryHint: .isDirectory)
        let documents = try files("block-types").map { file in
            (file.deletingPathExtension().lastPathComponent, try reading(file) { $0 })
        }
        let catalog: BlockTypeCatalog
        do {
            catalog = try BlockTypeCatalog(
                documents: Dictionary(documents, uniquingKeysWith: { $1 }), schemes: schemes, attributes: attributes,
                clients: try clients())
        } catch let error as BlockTypeDocumentError {
            throw problem(folder.appending(path: "\(error.document).json"), error.reason)
        }
        guard !catalog.types.isEmpty else {
            throw ProgramError(
                "There are no layouts in \(folder.path(percentEncoded: false)). "
                    + "Start in the folder that has config/, or name its file with --config.")
        }
        return catalog
    }

    /// Reads the content that the apps of each family support, one file each. A family without a file does not limit
    /// any layout.
    private func clients() throws -> [ClientFamily: ClientModel] {
        var clients: [ClientFamily: ClientModel] = [:]
        for file in try files("client-families") {
            guard let family = ClientFamily(rawValue: file.deletingPathExtension().lastPathComponent) else {
                throw ProgramError(
                    "\(file.path(percentEncoded: false)) cannot be used: its name is not a client family. "
                        + "There is only \"netease\".")
            }
            clients[family] = try reading(file) { try ClientModel(json: $0) }
        }
        return clients
    }

    /// Reads the pages that an empty database gets, by slug.
    func starterPages() throws -> [(slug: String, document: PageDocument)] {
        try files("pages").map { file in
            try reading(file) { json in
                (file.deletingPathExtension().lastPathComponent, try PageDocument(json: json))
            }
        }
    }

    /// Reads the catalogues, one file each; none if the folder does not exist.
    ///
    /// - Parameters:
    ///   - rules: the rules for requests to upstreams.
    ///   - layouts: the layouts of the cards.
    func catalogues(_ rules: FeedRules, _ layouts: BlockTypeCatalog) throws -> [Catalogue] {
        try files("catalogues").map { file in
            let name = file.deletingPathExtension().lastPathComponent
            return try reading(file) { try Catalogue(checking: $0, name: name, rules, layouts) }
        }
    }

    /// Reads the pictures, by their path below the folder `assets`.
    func assets() throws -> [String: [UInt8]] { try contents(of: "assets", .pictures) }

    /// Reads the console's files, by their path below the folder `console`; none if the folder does not exist.
    func console() throws -> [String: [UInt8]] {
        let files = try contents(of: "console", .console)
        let folder = url.appending(path: "console", directoryHint: .isDirectory)
        for path in files.keys.sorted() where String(validating: files[path] ?? [], as: UTF8.self) == nil {
            throw ProgramError("\(folder.appending(path: path).path(percentEncoded: false)) is not UTF-8 text.")
        }
        guard files.isEmpty || files["index.html"] != nil else {
            let file = folder.appending(path: "index.html").path(percentEncoded: false)
            throw ProgramError("\(file) is missing: the console starts with it.")
        }
        return files
    }

    private func contents(of folder: String, _ types: MediaTypes) throws -> [String: [UInt8]] {
        let root = url.appending(path: folder, directoryHint: .isDirectory).resolvingSymlinksInPath()
        guard let paths = FileManager.default.enumerator(atPath: root.path(percentEncoded: false)) else { return [:] }
        var contents: [String: [UInt8]] = [:]
        for case let path as String in paths where types.type(of: path) != nil {
            let file = root.appending(path: path)
            let name = file.path(percentEncoded: false)
            guard let data = FileManager.default.contents(atPath: name), !data.isEmpty else {
                throw ProgramError("\(name) cannot be read, or is empty.")
            }
            contents[path] = Array(data)
        }
        return contents
    }

    private func files(_ folder: String) throws -> [URL] {
        let folder = url.appending(path: folder, directoryHint: .isDirectory).resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private func reading<Value>(_ file: URL, _ read: (JSONValue) throws -> Value) throws -> Value {
        do {
            return try read(try JSONValue(parsing: try Data(contentsOf: file)))
        } catch {
            throw problem(file, error)
        }
    }

    private func problem(_ file: URL, _ error: any Error) -> ProgramError {
        ProgramError("\(file.path(percentEncoded: false)) cannot be used: \(ErrorText.describe(error))")
    }
}
