import HomeBlocks
import Publishing
import TestSupport

/// A picture, with a page that mentions it in a block and in its own fields.
enum PictureSample {
    /// Adds a picture.
    ///
    /// - Returns: the starter page "mall" with mentions of the picture.
    static func page(in store: any PageStore, _ request: ChangeContext) async throws -> PageDocument {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>"
        let upload = try PictureUpload(Array(svg.utf8), format: .svg, name: nil)
        let picture = try await store.addPicture(upload, maximumBytes: 1000, request).picture
        var document = try Project.page("mall")
        document.data["skin"] = .string(picture.path)
        document.blocks[0].content["skin"] = .string(picture.path)
        return document
    }
}
