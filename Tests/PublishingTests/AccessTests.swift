import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct AccessTests {
    @Test func aPassword_isKnownByItsHashOnly() async throws {
        let (first, second) = (
            try await Password.hash("correct horse battery"), try await Password.hash("correct horse battery")
        )
        #expect(first != second)
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("scrypt$32768$8$3$"))
        #expect(Password.matches("correct horse battery", first))
        #expect(!Password.matches("correct horse batterz", first))
        #expect(!Password.matches("correct horse battery", Array("scrypt$x".utf8)))
    }

    @Test func madePasswords_areLongAndDifferent() {
        var generator = SystemRandomNumberGenerator()
        let passwords = Set((0..<100).map { _ in Password.random(using: &generator) })
        #expect(passwords.count == 100)
        #expect(passwords.allSatisfy { Password.lengths.contains($0.count) })
    }

    @Test func token_readsItself_andMatchesOnlyItsOwnHash() throws {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let other = AccessToken(using: &generator)
        let read = try #require(AccessToken(parsing: token.text))
        #expect(read.id == token.id)
        #expect(read.matches(token.hash))
        #expect(!read.matches(other.hash))
        #expect(!read.matches([]))
        #expect(token.text != other.text)
    }

    @Test(arguments: [
        "", "hb_", "hb__", "hb_short_x", "xx_abcdefghijkl_secret", "hb_abcdefghijkl_",
        String(repeating: "a", count: 500),
    ])
    func token_ofAnotherForm_isNone(_ text: String) { #expect(AccessToken(parsing: text) == nil) }

    @Test func roles_includeTheOnesBefore() {
        #expect(Role.allCases.sorted() == [.viewer, .editor, .publisher, .admin])
        #expect(Role.editor < .publisher)
    }

    @Test func credential_isValidUntilItExpiresOrIsRevoked() {
        let now = Instant(milliseconds: 1000)
        func credential(_ expires: Instant?, _ revoked: Instant?) -> Credential {
            Credential(
                id: "x", name: "n", role: .viewer, created: Authorship(by: "", at: now), expiresAt: expires,
                revokedAt: revoked)
        }
        #expect(credential(nil, nil).isValid(at: now))
        #expect(credential(now.adding(seconds: 1), nil).isValid(at: now))
        #expect(!credential(now, nil).isValid(at: now))
        #expect(!credential(nil, now).isValid(at: now))
    }
}
