public import Foundation

/// One section of a page.
public struct Block: JSONModel {
    public let json: JSONObject
    /// The section's identity within its page.
    public let blockCode: String
    /// The layout, which may change over time for the same code.
    public let showType: String
    /// Whether the reader may close the section.
    public let canClose: Bool
    /// The heading and the button.
    public let uiElement: UIElement?
    /// The URL that a tap on the heading opens.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// The cards, in display order. A card that cannot be read is left out.
    public var creatives: [Creative]? { creativeList?.elements }
    let creativeList: ReadableArray<Creative>?
    /// The content of a section without cards.
    public let extInfo: JSONValue?
    /// The ids of the section's songs, for song lists.
    public let resourceIdList: [String]?
    /// The URL of the app's own endpoint that returns the section's content, for personal content such as a wallet or
    /// "for you". The content in the document is a placeholder until the endpoint responds. Nil for any other section,
    /// and for a URL that is neither https nor on the local machine.
    public let clientSource: URL?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        blockCode = try json.require("blockCode")
        showType = try json.require("showType")
        canClose = json.take("canClose") ?? false
        uiElement = json.take("uiElement")
        action = json.take("action")
        actionType = json.take("actionType")
        creativeList = json.take("creatives")
        extInfo = json.take("extInfo")
        resourceIdList = json.take("resourceIdList")
        clientSource = json.take(ClientSource.member).flatMap(ClientSource.url)
    }
}

extension Block {
    /// Returns a member of the block's `extInfo`, where layouts without cards keep their data. A thrown issue has the
    /// member's location.
    public func data<Member: JSONReadable>(_ name: String) throws(JSONIssue) -> Member {
        let extInfo: JSONObject = try json.require("extInfo")
        do {
            return try extInfo.require(name)
        } catch {
            throw error.inside("extInfo")
        }
    }

    /// Returns a member of the block's `extInfo`, or nil if it is missing or null.
    public func dataIfAny<Member: JSONReadable>(_ name: String) throws(JSONIssue) -> Member? {
        let extInfo: JSONObject = try json.require("extInfo")
        guard let value = extInfo[name], value != .null else { return nil }
        return try data(name)
    }

    /// Reads the cards of a list in the block's `extInfo`. A card that cannot be read is left out. Cards of the SDK's
    /// types have unique ids; cards of an app's own types keep the ids of the document, which may contain duplicates.
    ///
    /// - Parameters:
    ///   - name: the member that holds the list.
    ///   - report: called for each card that is left out.
    /// - Throws: ``SectionIssue`` if there is no list, or if none of its cards can be read.
    public func cards<Card: JSONReadable>(
        _ name: String, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) -> [Card] {
        try reading(report) { leftOut throws(JSONIssue) in try self.cards(name, &leftOut) }
    }

    func cards<Card: JSONReadable>(_ name: String, _ leftOut: inout LeftOut) throws(JSONIssue) -> [Card] {
        try leftOut.inside("extInfo", of: json) { extInfo, leftOut throws(JSONIssue) in
            try leftOut.cards(name, of: extInfo)
        }
    }

    /// Reads the block's content, and reports each part that is left out.
    ///
    /// - Throws: ``SectionIssue`` if the section cannot be shown.
    func reading<Content>(
        _ report: (SectionIssue) -> Void, _ read: (inout LeftOut) throws(JSONIssue) -> Content
    ) throws(SectionIssue) -> Content {
        var leftOut = LeftOut()
        let content: Content
        do {
            content = try read(&leftOut)
        } catch {
            throw SectionIssue(blockCode: blockCode, issue: error)
        }
        for issue in leftOut.issues { report(SectionIssue(blockCode: blockCode, issue: issue, scope: .card)) }
        return content
    }
}
