import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MomentTests {
    static func moment(_ members: JSONObject, id: String = "m") throws -> Moment {
        var all: JSONObject = [
            "id": 1, "author": ["id": 7, "name": "Mira", "avatarUrl": "/a.svg"], "text": "Hello", "images": [],
            "location": nil, "publishTime": 1_790_000_000_000, "likes": [], "comments": [],
        ]
        all = all.merging(members, uniquingKeysWith: { $1 })
        return try Moment(
            try Block(json: ["blockCode": .string(id), "showType": "MOMENT", "extInfo": ["moment": .object(all)]]))
    }

    static let image: JSONValue = ["imageUrl": "/i.svg", "width": 400, "height": 300]

    @Test(
        arguments: [
            ([:], ["top", "header", "bottom"]),
            (["images": [image]], ["top", "imageSingle", "bottom"]),
            (["images": [image, image], "location": ["name": "Bay"]], ["top", "header", "location", "bottom"]),
            (["author": nil, "images": [image]], ["imageSingle", "bottom"]),
        ] as [(JSONObject, [String])])
    func aMoment_expandsIntoRows(_ members: JSONObject, _ rows: [String]) throws {
        #expect(try Self.moment(members).rows.map(\.id.rawValue) == rows)
    }

    @Test func starterMoments_areReadCompletely_withSizes() throws {
        let page = try RecordedDocuments.page("moments")
        let moments = try page.data.blocks.map { try Moment($0) }
        #expect(moments.count == 24)
        let metrics = ScreenMetrics(width: 375)
        for moment in moments {
            #expect(Set(moment.rows.map(\.id)).count == moment.rows.count)
            for row in moment.rows {
                let size = row.size(in: metrics)
                #expect(size.width == 375 && size.height > 0 && size.height.isFinite, "\(moment.id) \(row.id)")
            }
        }
        #expect(moments.first?.rows.first?.size(in: metrics).height == 400)
        #expect(moments.dropFirst().first?.rows.first?.size(in: metrics).height == 64)
    }

    @Test func aChangeOfLikes_updatesOneRow() throws {
        let old = [try Self.moment([:], id: "a"), try Self.moment([:], id: "b")]
        let new = [old[0], try Self.moment(["likes": [["id": 1, "name": "Teo"]]], id: "b")]
        let difference = SectionedDifference(from: old, to: new)
        #expect(difference.updatedRows == [RowIndex(section: 1, row: 2)])
        #expect(difference.sections.isEmpty)
        #expect(difference.deletedRows.isEmpty && difference.insertedRows.isEmpty && difference.movedRows.isEmpty)
    }

    @Test func aNewPictureAndANewPlace_areInserted() throws {
        let old = [try Self.moment([:])]
        let new = [try Self.moment(["images": [Self.image], "location": ["name": "Bay"]])]
        let difference = SectionedDifference(from: old, to: new)
        #expect(difference.deletedRows == [RowIndex(section: 0, row: 1)])
        #expect(difference.insertedRows == [RowIndex(section: 0, row: 1), RowIndex(section: 0, row: 2)])
        #expect(difference.updatedRows.isEmpty)
    }

    @Test func newMomentsAreInserted_andOthersAreMoved() throws {
        let (a, b, c) = (try Self.moment([:], id: "a"), try Self.moment([:], id: "b"), try Self.moment([:], id: "c"))
        let difference = SectionedDifference(from: [a, b], to: [c, b, a])
        #expect(difference.sections.inserts == [0])
        #expect(difference.sections.moves.count == 1)
        #expect(difference.sections.updates.isEmpty && difference.sections.deletes.isEmpty)
    }

    @Test func sizes_dependOnTextAndPictures() throws {
        let metrics = ScreenMetrics(width: 375)
        func height(_ members: JSONObject, _ row: Int, _ width: CGFloat = 375) throws -> CGFloat {
            try Self.moment(members).rows[row].size(in: ScreenMetrics(width: width)).height
        }
        let long = JSONValue.string(String(repeating: "长", count: 100))
        #expect(try height(["text": long], 1) > (try height(["text": "short"], 1)))
        #expect(try height(["text": long], 1, 320) > (try height(["text": long], 1, 700)))
        #expect(
            try height(["images": .array(Array(repeating: Self.image, count: 4))], 1)
                > (try height(["images": [Self.image, Self.image]], 1)))
        #expect(try height(["text": "", "images": [["imageUrl": "/i", "width": 0, "height": -4]]], 1) >= 0)
        #expect(TextEstimate.height(of: "a\r\nb\r\nc", width: 300) == TextEstimate.height(of: "a\nb\nc", width: 300))
        let measured = try Self.moment([:]).rows[1].size(in: metrics) { _, _ in 77 }
        #expect(measured.height == 82)
    }

    @Test func aBlockThatIsNotAMoment_isAnIssue() throws {
        let issue = #expect(throws: SectionIssue.self) { try Self.moment(["publishTime": "today"]) }
        #expect(issue?.description == "m: /extInfo/moment/publishTime is not a 64-bit integer")
    }
}
