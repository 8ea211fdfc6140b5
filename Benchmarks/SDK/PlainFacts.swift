/// The content of a card without its appearance, as an app would model it by hand for `JSONDecoder`.
extension PlainPage {
    struct Facts: Decodable {
        var playCount: Int?
        var highQuality: Bool?
        var artists: [Artist]?
        var songData: Song?
        var startTime: Int?
        var endTime: Int?
        var subed: Bool?
        var canSubscribe: Bool?
        var eventId: String?
        var eventType: String?
    }

    struct Artist: Decodable {
        var id: Int
        var name: String
        var picUrl: String?
    }

    struct Song: Decodable {
        var id: Int
        var name: String
        var duration: Int
        var artists: [Artist]
        var album: Album
    }

    struct Album: Decodable {
        var id: Int
        var name: String
        var picUrl: String
        var publishTime: Int
        var artists: [Artist]
    }

    /// Banners or music videos.
    enum Extra: Decodable {
        case banners([Picture])
        case videos([Video])

        private struct List: Decodable { var banners: [Picture] }

        init(from decoder: any Decoder) throws {
            if let videos = try? [Video](from: decoder) {
                self = .videos(videos)
            } else {
                self = .banners(try List(from: decoder).banners)
            }
        }
    }

    struct Picture: Decodable {
        var bannerId: String
        var pic: String
        var titleColor: String
        var requestId: String
        var exclusive: Bool
        var scm: String
        var targetId: Int
        var showAdTag: Bool
        var targetType: Int
        var typeTitle: String
        var url: String?
        var encodeId: String
    }

    struct Video: Decodable {
        var id: String
        var type: Int
        var mlogBaseDataType: Int
        var resource: Content
        var alg: String
        var logInfo: String
        var matchField: Int
        var sameCity: Bool

        struct Content: Decodable {
            var mlogBaseData: Base
            var mlogExtVO: Figures
            var userProfile: Profile
            var status: Int
            var shareUrl: String
        }

        struct Base: Decodable {
            var id: String
            var text: String
            var pubTime: Int
            var coverUrl: String
            var coverHeight: Int
            var coverWidth: Int
            var duration: Int
        }

        struct Profile: Decodable {
            var userId: Int
            var nickname: String
            var avatarUrl: String
        }
    }
}
