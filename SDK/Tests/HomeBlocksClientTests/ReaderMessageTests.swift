import Foundation
import HomeBlocks
import Testing

@testable import HomeBlocksClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The message for a reader when a request fails.
@Suite(.timeLimit(.minutes(1)))
struct ReaderMessageTests {
    @Test(arguments: [
        (["en"], "No internet connection."),
        (["zh-Hans-CN"], "当前没有网络连接。"),
        (["zh"], "当前没有网络连接。"),
        (["zh-Hans-HK"], "当前没有网络连接。"),
        (["zh-Hant"], "目前沒有網路連線。"),
        (["zh_TW"], "目前沒有網路連線。"),
        (["zh-HK", "en"], "目前沒有網路連線。"),
        (["fr", "zh-CN"], "当前没有网络连接。"),
        (["fr"], "No internet connection."),
        ([], "No internet connection."),
    ])
    func usesTheFirstAvailableLanguage(_ languages: [String], _ expected: String) {
        let offline = URLError.Code.notConnectedToInternet.rawValue
        #expect(HomePageError.unreachable(reason: "curl", code: offline).message(in: languages) == expected)
    }

    @Test func hasNoTechnicalTerms() {
        let detail = "Feed songs: upstream timed out (curl 28)"
        let errors: [HomePageError] =
            [400, 401, 403, 404, 408, 410, 429, 500, 503].map { .refused(ProblemDetails(status: $0, detail: detail)) }
            + [URLError.Code.cannotFindHost, .serverCertificateUntrusted, .badServerResponse, .notConnectedToInternet]
            .map { .unreachable(reason: detail, code: $0.rawValue) }
            + [.unreadable(JSONIssue(detail)), .address(detail)]
        for error in errors {
            #expect(error.failureReason?.contains("curl 28") == true)
            for language in ["en", "zh-Hans", "zh-Hant"] { #expect(!error.message(in: [language]).contains("curl")) }
        }
    }

    @Test func eachCaseHasItsOwnTextInEachLanguage() {
        let texts = ["en", "zh-Hans", "zh-Hant"].map { language in
            Set(ReaderMessage.allCases.map { $0.text(in: [language]) })
        }
        for texts in texts { #expect(texts.count == ReaderMessage.allCases.count) }
        #expect(texts[0].isDisjoint(with: texts[1]))
    }

    @Test func theErrorOfAnAppsOwnEndpointHasTheAppsMessage() {
        let error = HomePageError.unreachable(
            reason: "You are not signed in.", code: URLError.Code.userAuthenticationRequired.rawValue)
        #expect(error.message(in: ["zh-Hans"]) == "You are not signed in.")
        #expect(error.localizedDescription == "You are not signed in.")
    }
}
