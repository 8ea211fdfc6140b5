import Publishing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct URIEncodingTests {
    /// Characters that are not allowed in URIs are encoded as UTF-8; encoded characters stay.
    @Test(arguments: [
        ("", ""), ("/a/b.webp?x=1#y", "/a/b.webp?x=1#y"), ("https://h:8443/a;b=c,d?e=f&g='h'#i", nil),
        ("orpheus://歌单/1", "orpheus://%E6%AD%8C%E5%8D%95/1"),
        (
            "orpheus://playlistCollection?name=官方&tab=[1]",
            "orpheus://playlistCollection?name=%E5%AE%98%E6%96%B9&tab=%5B1%5D"
        ),
        ("/图片/a b.jpg", "/%E5%9B%BE%E7%89%87/a%20b.jpg"), ("/%E5%9b%be?a=%41", "/%E5%9b%be?a=%41"),
        ("/100%", "/100%25"), ("/%zz%4", "/%25zz%254"), ("/a#b#c#", "/a#b%23c%23"),
        (#"/{"a":"b"}<|>^`\"#, "/%7B%22a%22:%22b%22%7D%3C%7C%3E%5E%60%5C"), ("/a\u{0}\u{7F}b", "/a%00%7Fb"),
        ("?q=\u{1F3B5}\u{FFFE}", "?q=%F0%9F%8E%B5%EF%BF%BE"), (" \t/a\n", "/a"), ("\u{FEFF}/a\u{3000}", "/a"),
        ("/a\n\tb", "/ab"),
        ("https://[2001:db8::1]:443/[x]", "https://[2001:db8::1]:443/%5Bx%5D"), ("https://h/@[", "https://h/@%5B"),
        ("https://u[1]:p@h/", "https://u%5B1%5D:p@h/"), ("homeblocks:歌", "homeblocks:%E6%AD%8C"),
    ])
    func anAddress_isPercentEncoded(_ address: String, _ uri: String?) {
        #expect(URIEncoding.uri(from: address) == uri ?? address)
        #expect(URIEncoding.uri(from: uri ?? address) == uri ?? address)
    }

    /// The host of a web address is in the form for DNS. The expected labels are from Python's codec "punycode".
    @Test(arguments: [
        ("https://例子.cn/图.jpg", "https://xn--fsqu00a.cn/%E5%9B%BE.jpg"), ("//例子。cn:80/", "//xn--fsqu00a.cn:80/"),
        ("HTTP://BÜCHER.example", "HTTP://xn--bcher-kva.example"),
        ("https://bu\u{308}cher.example/", "https://xn--bcher-kva.example/"),
        ("https://ايكوم.إختبار/", "https://xn--mgb0dgli.xn--kgbechtv/"),
        ("https://他们为什么不说中文.x/", "https://xn--ihqwcrb4cv8a8dqg056pqjye.x/"),
        ("https://Example.com/", "https://Example.com/"), ("https://☃.net/", "https://%E2%98%83.net/"),
        ("https://a b.net/", "https://a%20b.net/"), ("https://\(String(repeating: "例", count: 64)).cn/x", nil),
    ])
    func aHostOfTheWeb_isConvertedByPunycode(_ address: String, _ uri: String?) {
        let result = URIEncoding.uri(from: address)
        #expect(result == uri ?? result)
        #expect(result.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(URIEncoding.uri(from: result) == result)
    }

    @Test func anyText_becomesASCII_andStaysTheSameWhenEncodedAgain() {
        var random = SystemRandomNumberGenerator()
        let marks = Array("abZ09:/?#[]@!$&'()*+,;=-._~%\\|^`{}<>\"\t\n\r \u{0}\u{7F}é歌🎵\u{3002}\u{FEFF}".unicodeScalars)
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView(
                ["https://", "orpheus://", "//", "/", ""].randomElement(using: &random)?.unicodeScalars
                    ?? "".unicodeScalars)
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                if let mark = marks.randomElement(using: &random) { text.append(mark) }
            }
            let once = URIEncoding.uri(from: String(text))
            #expect(once.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(String(text).debugDescription)")
            #expect(URIEncoding.uri(from: once) == once, "\(String(text).debugDescription)")
        }
    }
}
