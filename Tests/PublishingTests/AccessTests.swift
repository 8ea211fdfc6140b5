import Foundation
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

    @Test func storedHashes_areThoseOfTheStandard() {
        // RFC 7914, section 12.
        let hash = "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI="
        #expect(Password.matches("pleaseletmein", Array("scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU=$\(hash)".utf8)))
        #expect(!Password.matches("pleaseletmeim", Array("scrypt$16384$8$1$U29kaXVtQ2hsb3JpZGU=$\(hash)".utf8)))
    }

    @Test(arguments: ["-1$8$1", "16384$8$-1", "3$8$1", "16384$0$1", "1073741824$8$1", "99999999999999999999$8$1"])
    func aHashOfImpossibleCost_matchesNothing(_ cost: String) {
        let hash = "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI="
        #expect(!Password.matches("pleaseletmein", Array("scrypt$\(cost)$U29kaXVtQ2hsb3JpZGU=$\(hash)".utf8)))
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func digests_areThoseOfTheStandard(_ text: String, _ hex: String) {
        let digests = [
            Digest.sha256(text.utf8), Digest.sha256(Array(text.utf8)), Digest.sha256(text.utf8.lazy.map { $0 }),
        ]
        for digest in digests { #expect(digest.map { String(format: "%02x", $0) }.joined() == hex) }
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
        #expect(Role.allCases.sorted() == [.nothing, .viewer, .editor, .publisher, .admin])
        #expect(Role.editor < .publisher)
    }

    @Test func credential_isValidUntilItExpiresOrIsRevoked() {
        let now = Instant(milliseconds: 1000)
        func credential(_ expires: Instant?, _ revoked: Instant?) -> Credential {
            Credential(
                id: "x", name: "n", rights: Rights(.viewer), created: Authorship(by: "", at: now), expiresAt: expires,
                revokedAt: revoked)
        }
        #expect(credential(nil, nil).isValid(at: now))
        #expect(credential(now.adding(seconds: 1), nil).isValid(at: now))
        #expect(!credential(now, nil).isValid(at: now))
        #expect(!credential(nil, now).isValid(at: now))
    }
}
