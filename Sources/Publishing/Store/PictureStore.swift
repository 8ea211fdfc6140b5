/// Stores pictures and their uses in content.
public protocol PictureStore: Sendable {
    /// Pictures, last uploaded first, each with the slugs of the pages with a stored revision that mentions it.
    func pictures(
        _ filter: PictureFilter, _ range: ListRange, for rights: Rights
    ) async throws(PublishingError) -> ListPage<(picture: UploadedPicture, pages: [String])>

    func pictureUsage() async throws(PublishingError) -> PictureUsage

    /// A picture and all its uses.
    func picture(_ id: String, for rights: Rights) async throws(PublishingError) -> (
        picture: UploadedPicture, uses: [PictureUse]
    )

    /// A picture's bytes; nil if there is no picture with the id.
    func pictureContent(_ id: String) async throws(PublishingError) -> (format: PictureFormat, bytes: [UInt8])?

    /// Whether a picture exists.
    func hasPicture(_ id: String) async throws(PublishingError) -> Bool

    /// Adds a picture unless it already exists.
    ///
    /// - Parameter maximumBytes: the maximum total size of all pictures, in bytes.
    func addPicture(
        _ upload: PictureUpload, maximumBytes: Int, _ context: ChangeContext
    ) async throws(PublishingError) -> (picture: UploadedPicture, isNew: Bool)

    func changePicture(
        _ id: String, _ patch: PicturePatch, _ context: ChangeContext
    ) async throws(PublishingError) -> UploadedPicture

    /// Deletes an unused picture.
    func deletePicture(_ id: String, _ context: ChangeContext) async throws(PublishingError) -> UploadedPicture

    /// Replaces a picture with another one on every page that the author may edit, as a change of the draft.
    func replacePicture(
        _ id: String, with other: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome

    /// Deletes unused pictures that were uploaded before an instant: a small batch, so that no other change waits for
    /// long. There may be more until it returns 0.
    ///
    /// - Returns: how many pictures were deleted.
    func prunePictures(uploadedBefore instant: Instant, by actor: Actor) async throws(PublishingError) -> Int
}
