/// The document as an app would model it by hand for `JSONDecoder`: only the content that the sections show.
struct PlainPage: Decodable {
    var code: Int
    var data: Body
    var message: String

    struct Body: Decodable {
        var cursor: String?
        var blocks: [Section]
        var hasMore: Bool
        var pageConfig: Config
        var guideToast: Toast
    }

    struct Config: Decodable {
        var refreshToast: String
        var nodataToast: String
        var refreshInterval: Int
        var fullscreen: Bool
        var abtest: [String]
        var songLabelMarkPriority: [String]
        var songLabelMarkLimit: Int
        var homepageMode: String
        var showModeEntry: Bool
    }

    struct Toast: Decodable {
        var hasGuideToast: Bool
    }

    struct Section: Decodable {
        var blockCode: String
        var showType: String
        var canClose: Bool
        var action: String?
        var actionType: String?
        var uiElement: Element?
        var creatives: [Card]?
        var extInfo: Extra?
        var resourceIdList: [String]?
    }

    struct Element: Decodable {
        var mainTitle: Line?
        var subTitle: Line?
        var image: Image?
        var labelTexts: [String]?
        var button: Link?
        var rcmdShowType: String?
    }

    struct Line: Decodable {
        var title: String
        var titleImgUrl: String?
        var titleType: String?
    }

    struct Image: Decodable {
        var imageUrl: String
        var purePicture: Bool?
    }

    struct Link: Decodable {
        var action: String
        var actionType: String
        var text: String
    }

    struct Card: Decodable {
        var creativeType: String
        var creativeId: String?
        var action: String?
        var actionType: String?
        var uiElement: Element?
        var resources: [Item]?
        var alg: String?
        var position: Int
        var code: String?
        var logInfo: String?
        var creativeExtInfoVO: Figures?
        var source: String?
    }

    struct Figures: Decodable {
        var playCount: Int
    }

    struct Item: Decodable {
        var uiElement: Element
        var resourceType: String
        var resourceId: String
        var resourceUrl: String?
        var resourceExtInfo: Facts?
        var action: String
        var actionType: String
        var valid: Bool
        var alg: String?
        var logInfo: String?
    }
}
