import HomeBlocks

struct Ticket: JSONModel, Identifiable {
    /// Where in the hall a seat is.
    enum Area: String, JSONReadable {
        case stalls, balcony

        static func read(_ value: JSONValue) throws(JSONIssue) -> Area {
            guard let area = Area(rawValue: try String.read(value)) else {
                throw JSONIssue("is an unknown area")
            }
            return area
        }
    }

    let json: JSONObject
    let id: Int
    let title: String
    let price: Double?
    let area: Area?

    init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        price = json.take("price")
        area = json.take("area")
    }
}

/// The section with the layout `TICKETS`.
struct TicketSection: Sendable, Equatable {
    let heading: SectionHeading
    let tickets: [Ticket]
    let note: String?

    /// Nil for a section of another layout.
    init?(_ block: Block) throws(SectionIssue) {
        guard block.showType == "TICKETS" else { return nil }
        heading = SectionHeading(block)
        do {
            tickets = try block.data("tickets")
            note = try block.dataIfAny("note")
        } catch {
            throw SectionIssue(blockCode: block.blockCode, issue: error)
        }
    }
}

extension MallContent {
    /// The tickets, for a section whose layout the SDK does not know and this app does.
    var tickets: TicketSection? {
        guard case .unknown(let block) = self else { return nil }
        return try? TicketSection(block)
    }
}
