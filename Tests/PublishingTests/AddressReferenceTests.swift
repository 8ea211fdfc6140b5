import Testing

@testable import Publishing

/// Relative addresses (RFC 3986, 5.4).
@Suite(.timeLimit(.minutes(1))) struct AddressReferenceTests {
    private func resolved(_ text: String, _ base: String = "http://a/b/c/d;p?q") -> String {
        AddressReference(text).resolved(against: AddressReference(base)).text
    }

    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ]) func normalExamples(_ text: String, _ expected: String) { #expect(resolved(text) == expected) }

    @Test(arguments: [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]) func abnormalExamples(_ text: String, _ expected: String) { #expect(resolved(text) == expected) }

    @Test(arguments: [
        ("a.jpg", "https://h", "https://h/a.jpg"), ("a.jpg", "https://h?q=1", "https://h/a.jpg"),
        ("a//b", "https://h/x//y", "https://h/x//a//b"), ("1:2", "https://h/x/y", "https://h/x/1:2"),
        ("//h:1/a", "https://g/x", "https://h:1/a"), ("data:,x", "https://h/", "data:,x"),
    ]) func otherBases(_ text: String, _ base: String, _ expected: String) { #expect(resolved(text, base) == expected) }

    @Test func manySegments_areResolvedInLinearTime() {
        let count = 100_000
        let text = String(repeating: "/a", count: count) + String(repeating: "/..", count: count - 1) + "/b"
        #expect(resolved(text) == "http://a/a/b")
    }
}
