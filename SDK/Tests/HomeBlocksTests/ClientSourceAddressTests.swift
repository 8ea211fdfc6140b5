import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClientSourceAddressTests {
    private func block(_ source: JSONValue?) throws -> Block {
        var json: JSONObject = ["blockCode": "a", "showType": "X"]
        json["clientSource"] = source
        return try Block(json: json)
    }

    @Test(arguments: [
        "https://api.example.com/wallet", "https://api.example.com:8443/w?a=b", "http://localhost:9000/w",
        "http://127.0.0.1/w", "HTTPS://api.example.com",
    ])
    func anAddressThatMayReceiveCredentials_isRead(text: String) throws {
        #expect(try block(.string(text)).clientSource?.absoluteString == text)
    }

    @Test(
        arguments: [
            "http://api.example.com/w", "ftp://api.example.com", "/wallet", "", "https://", "https:///w",
            "javascript:x",
            "https://user@api.example.com/w", "https://user:word@api.example.com/w", "https://api.example.com/a b",
            "http://127.0.0.1.example.com/",
        ] as [JSONValue] + [7, nil, true, [], [:]])
    func anyOtherValue_isIgnored(value: JSONValue) throws {
        let block = try block(value)
        #expect(block.clientSource == nil, "\(value)")
        #expect(block.blockCode == "a")
    }

    @Test func theStarterPagesWallet_isFilledByTheApp_andItsPlaceholderHasNoBalance() throws {
        for block in try RecordedDocuments.page("mall").data.blocks {
            #expect((block.clientSource == nil) == (block.blockCode != "walletCard"))
        }
        let block = try RecordedDocuments.block("walletCard", of: "mall")
        guard case .walletCard(let placeholder) = try MallContent(block) else {
            Issue.record("\(block)")
            return
        }
        #expect(!placeholder.title.isEmpty)
        #expect(placeholder.balance == nil && placeholder.points == nil && placeholder.coupons.isEmpty)
        let own = try JSONValue(
            parsing: Array(
                #"""
                {"extInfo":{"smallWelfare":{"id":5,"title":"Mine","imageUrl":"/i","url":"homeblocks://w","balance":12.5,
                "coupons":[{"id":1,"title":"C","amount":3}]}}}
                """#.utf8))
        let filled = try block.filled(with: try JSONObject.read(own))
        guard case .walletCard(let welfare) = try MallContent(filled) else {
            Issue.record("\(filled)")
            return
        }
        #expect(welfare.balance == 12.5)
        #expect(welfare.coupons.map(\.title) == ["C"])
        #expect(filled.clientSource == block.clientSource)
    }
}
