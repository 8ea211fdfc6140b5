/// Stores pictures, with what content mentions them.
public protocol PictureStore: Sendable {
    /// Pictures, the last uploaded first, each with the slugs of the pages that have a kept revision with it.
    func pictures(
        _ filter: PictureFilter, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<(picture: UploadedPicture, pages: [String])>

    func pictureUsage() async throws(PublishingError) -> PictureUsage

    /// A picture and all that mentions it.
    func picture(_ id: String) async throws(PublishingError) -> (picture: UploadedPicture, uses: [PictureUse])

    /// A picture's bytes; nil if there is none of the id.
    func pictureContent(_ id: String) async throws(PublishingError) -> (format: PictureFormat, bytes: [UInt8])?

    /// Whether there is a picture.
    func hasPicture(_ id: String) async throws(PublishingError) -> Bool

    /// Adds a picture, unless it is there.
    ///
    /// - Parameter most: how many bytes all pictures may have.
    func addPicture(
        _ upload: PictureUpload, most: Int, _ request: RequestInfo
    ) async throws(PublishingError) -> (picture: UploadedPicture, isNew: Bool)

    func changePicture(
        _ id: String, _ patch: PicturePatch, _ request: RequestInfo
    ) async throws(PublishingError) -> UploadedPicture

    /// Deletes a picture that nothing mentions.
    func deletePicture(_ id: String, _ request: RequestInfo) async throws(PublishingError) -> UploadedPicture

    /// Puts a picture in the place of another one on every page, as a change of the draft.
    func replacePicture(
        _ id: String, with other: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome

    /// Deletes pictures that nothing mentions and that were uploaded before an instant: so few at once that no other change
    /// waits for long. There may be more until it returns 0.
    ///
    /// - Returns: how many they were.
    func prunePictures(uploadedBefore instant: Instant, by actor: Actor) async throws(PublishingError) -> Int
}
