import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct IdentifierTests {
    @Test(arguments: ["music", "a", "mall-1111", String(repeating: "a", count: 64)])
    func slug_hasSmallLettersDigitsAndHyphens(_ text: String) { #expect(Identifier.isSlug(text)) }

    @Test(arguments: ["", "Music", "a b", "ä", "a/b", String(repeating: "a", count: 65)])
    func invalidSlugs_areRejected(_ text: String) { #expect(!Identifier.isSlug(text)) }

    @Test(arguments: ["HOMEPAGE_BANNER", "hxPrefecture", "v1.2-x", "...", ".a", "a.."])
    func code_hasLettersDigitsAndMarks(_ text: String) { #expect(Identifier.isCode(text)) }

    @Test(arguments: ["", ".", "..", "a b", "中", "a\"b", "[", "{", String(repeating: "a", count: 129)])
    func invalidCodes_areRejected(_ text: String) { #expect(!Identifier.isCode(text)) }
}
