import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct SetUpLinkTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func secret() -> SessionSecret {
        var generator = SystemRandomNumberGenerator()
        return SessionSecret(using: &generator)
    }

    @Test func theLink_isValidForADay_andOnce() {
        let secret = secret()
        let link = SetUpLink(secret, at: now)
        #expect(link.accepts(secret.text, at: now))
        #expect(link.accepts(secret.text, at: now.adding(seconds: 86_399)))
        #expect(!link.accepts(secret.text, at: now.adding(seconds: 86_400)))
        link.use()
        #expect(!link.accepts(secret.text, at: now))
    }

    @Test func anotherSecret_isRefused() {
        let secret = secret()
        let link = SetUpLink(secret, at: now)
        for other in ["", secret.text + "x", String(secret.text.dropLast()), self.secret().text] {
            #expect(!link.accepts(other, at: now))
        }
    }
}
