import Foundation
import HomeBlocks

/// Reads a page and says what of it cannot be shown.
func sections(of body: Data) throws(JSONIssue) -> [HomeSection] {
    let content = HomeContent(try HomePage(parsing: body))
    for issue in content.issues { print(issue) }
    return content.sections
}

extension Banner {
    /// When the banner is over: a field that operators of this app add.
    var endTime: Date? {
        let milliseconds: Int? = json.take("endTime")
        return milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}

/// The page as it came, with every field and every digit, and its members in the order of their names.
func copy(of page: HomePage) -> Data { Data(JSONValue.object(page.json).encoded) }
