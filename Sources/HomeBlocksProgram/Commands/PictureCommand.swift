import ArgumentParser
import Foundation
import HomeBlocks
import Publishing

struct PictureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Upload, list and remove the pictures of sections.",
        subcommands: [PictureAddCommand.self, PictureListCommand.self, PictureRemoveCommand.self])
}

/// The target of the picture commands: a server, or the database itself.
struct PictureOptions: ParsableArguments {
    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func pictures() async throws -> PictureAccess { try await PictureAccess.open(options, server) }
}

struct PictureAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Upload files; print the address of each for content.")

    @OptionGroup var options: PictureOptions

    @Argument(help: "The files: JPEG, PNG, WebP, GIF, AVIF or SVG.")
    var files: [String]

    func run() async throws {
        let pictures = try await options.pictures()
        var added: [JSONValue] = []
        for file in files {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ProgramError("The file \(file) cannot be read.")
            }
            do {
                added.append(try await pictures.add(Array(data), name: URL(filePath: file).lastPathComponent))
            } catch {
                throw ProgramError("\(file): \(ErrorText.describe(error))")
            }
        }
        options.output.show(CommandResult(.array(added))) { added in
            (added.array ?? []).map { $0.text("url") }.joined(separator: "\n")
        }
    }
}

struct PictureListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List pictures, the last uploaded first.")

    @OptionGroup var options: PictureOptions

    @Argument(help: "Words that each has in its name, alternative text, tags or id.")
    var words: [String] = []

    @Flag(help: "Only pictures that no kept content mentions.")
    var unused = false

    func run() async throws {
        let filter = (words.joined(separator: " "), unused ? false : nil as Bool?)
        let found = try await options.pictures().list(filter.0, isUsed: filter.1)
        options.output.show(CommandResult(.array(found))) { pictures in
            guard let pictures = pictures.array, !pictures.isEmpty else { return "No pictures found." }
            return Table(
                pictures,
                [
                    ("address", { $0.text("url") }), ("name", { $0.text("name") }),
                    ("size", { "\($0.text("width"))x\($0.text("height"))" }), ("bytes", { $0.text("bytes") }),
                    ("pages", { $0.codes("pages").joined(separator: ", ") }),
                ]
            ).text
        }
    }
}

struct PictureRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Delete pictures that no kept content mentions.")

    @OptionGroup var options: PictureOptions

    @Argument(help: "Their ids.")
    var ids: [String]

    @OptionGroup var removal: RemovalOptions

    func validate() throws {
        if let id = ids.first(where: { !PictureID.isValid($0) }) {
            throw ValidationError("\(id) is not the id of a picture, which has 32 hexadecimal digits.")
        }
    }

    func run() async throws {
        let pictures = try await options.pictures()
        let agrees = try await removal.agrees(
            to: {
                var names: [String] = []
                for id in ids { names.append(try await pictures.removable(id).text("name")) }
                let pictures = ids.count == 1 ? "the picture" : "\(ids.count) pictures"
                return "delete \(pictures): \(names.joined(separator: ", "))"
            }, options.output)
        guard agrees else { return }
        for id in ids { try await pictures.remove(id) }
        Terminal.say(ids.count == 1 ? "The picture was removed." : "\(ids.count) pictures were removed.")
    }
}
