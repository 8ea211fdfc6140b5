import HomeBlocks
import Testing

@testable import Publishing

/// Names that operators sign in with, and the normalization of passwords (RFC 8265).
@Suite(.timeLimit(.minutes(1))) struct OperatorNameTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func plan(_ name: String, password: String? = nil) throws -> CredentialPlan {
        var body: JSONObject = ["name": .string(name), "role": "editor"]
        if let password { body["password"] = .string(password) }
        return try CredentialPlan(.operator, json: .object(body), at: now)
    }

    private func person(_ id: String, _ name: String, revoked: Bool = false) -> Credential {
        Credential(
            kind: .operator, id: id, name: name, rights: Rights(.editor), created: Authorship(by: "", at: now),
            revokedAt: revoked ? now : nil)
    }

    @Test(arguments: [
        ("Mei", "Mei"), ("Mei ", "Mei"), (" Mei\n", "Mei"), ("\u{FEFF}Mei", "Mei"), ("Mei  Lin", "Mei Lin"),
        ("Mei\u{3000}Lin", "Mei Lin"), ("Mei\u{A0}Lin", "Mei Lin"), ("Jose\u{301}", "Jos\u{E9}"), ("Ｍｅｉ", "Mei"),
        ("ﾊﾞﾅｰ", "バナー"), ("ハ\u{3099}", "バ"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("a\u{323}\u{302}", "\u{1EAD}"),
        ("\u{212B}", "\u{C5}"), ("梅 Mei", "梅 Mei"), ("阿依古丽·买买提", "阿依古丽·买买提"), ("O'Neil (CI)", "O'Neil (CI)"),
        ("Straße", "Straße"), ("李〇", "李〇"), ("ジャン・ポール", "ジャン・ポール"), ("क्\u{200D}ष", "क्\u{200D}ष"),
    ])
    func aName_isStoredInOneForm(_ name: String, _ stored: String) throws {
        let made = try plan(name).name
        #expect(made.utf8.elementsEqual(stored.utf8), "\(Array(made.unicodeScalars))")
        #expect(try plan(made).name.utf8.elementsEqual(stored.utf8))
    }

    @Test(arguments: [
        "", " ", "\u{200B}", "Mei\u{200B}", "\u{202E}Mei", "M\u{AD}ei", "Mei\u{FE0F}", "a\tb", "a\nb", "①", "ﬁ", "Mei😀",
        "·a",
        "a\u{2019}b", "\u{1112}\u{302E}", "x\u{200D}y", "\u{115F}", "Mei\u{E0001}",
    ])
    func aNameThatPeopleCannotReadOrType_isRefused(_ name: String) {
        let error = #expect(throws: PublishingError.self) { try plan(name) }
        guard case .invalid(let input)? = error else { return }
        #expect(input.issues.map(\.pointer.description) == ["/name"])
    }

    @Test func caseIsKept() throws {
        #expect(try plan("MEI").name == "MEI")
        #expect(!OperatorName.isTaken("mei", by: [person("1", "Mei")]))
    }

    @Test(arguments: ["Mei", "Mei ", "Mei\u{200B}", "Ｍｅｉ", "M\u{200D}ei"])
    func aNameThatLooksTheSame_isTaken(_ name: String) {
        #expect(OperatorName.isTaken(name, by: [person("1", "Mei")]))
        #expect(OperatorName.isTaken("Mei", by: [person("1", name)]))
        #expect(!OperatorName.isTaken(name, by: [person("1", "Mei", revoked: true), person("2", "Lin")]))
    }

    /// Earlier versions permitted several of these names. The store first looks for the exact name.
    @Test func theExactName_isFoundAmongNamesOfEarlierVersions() {
        let only = [person("1", "Jose\u{301}"), person("2", "Lin ")]
        for (name, id) in [("Jos\u{E9}", "1"), ("Jose\u{301} ", "1"), ("Lin", "2"), ("Lin\u{200B}", "2")] {
            #expect(OperatorName.find(name, among: only)?.id == id, "\(name)")
        }
        let two = [person("1", "Mei "), person("2", "Mei"), person("3", "Mei", revoked: true)]
        #expect(OperatorName.find("Mei\u{200B}", among: two)?.id == "2")
        #expect(OperatorName.find("Mei", among: [person("1", "Mei "), person("2", "Mei\u{200B}")]) == nil)
        #expect(OperatorName.find("Mei", among: []) == nil)
    }

    // MARK: Passwords

    @Test func aPassword_isTheSameHoweverItIsTyped() async throws {
        let stored = try await Password.hash("Jos\u{E9} and a space")
        for text in ["Jose\u{301} and a space", "Jos\u{E9}\u{A0}and\u{3000}a space"] {
            #expect(await Password.isRight(text, stored), "\(text)")
        }
        // The width and case of letters, and spaces at the ends, are significant.
        for text in [
            "josé and a space", "Jos\u{E9} and a space ", "Ｊos\u{E9} and a space", "Jos\u{E9} and a  space",
        ] {
            #expect(await !Password.isRight(text, stored), "\(text)")
        }
    }

    /// A hash of an earlier version, which did not normalize spaces: scrypt with N = 2, r = 1, p = 1 and the salt
    /// `salt`, of `a\u{3000}b`.
    @Test func aPasswordOfAnEarlierVersion_staysValid() {
        let stored = Array("scrypt$2$1$1$c2FsdA==$ktrQM1NjW4pu+9gEE6eCSHYR0ckArONmXSx/mHoMsAo=".utf8)
        #expect(Password.matches("a\u{3000}b", stored))
        #expect(!Password.matches("a b", stored))
    }

    @Test(arguments: [
        "123456789\u{200B}abc", "12345678901\n2", "12345678901\u{0}", "❤\u{FE0F} 1234567890", "\u{E000}12345678901",
    ])
    func aPasswordThatCannotBeTyped_isRefused(_ password: String) {
        #expect(throws: PublishingError.self) { try plan("Mei", password: password) }
    }

    @Test(arguments: ["雨下整夜 rain all night", "😀😀😀😀😀😀😀😀😀😀😀😀", "a b c d e f g h", "Ｆｕｌｌ　ｗｉｄｔｈ　12"])
    func anyOtherPassword_isAccepted(_ password: String) throws {
        #expect(try plan("Mei", password: password).password == password)
    }
}
