/// An encoding that an upstream declares, by its label. Labels have the same meaning as in browsers (WHATWG Encoding,
/// 4.2): Latin 1 is Windows 1252, and GBK is its superset GB 18030.
struct TextEncoding: Equatable {
    /// The encoding's name in iconv.
    let name: String
    /// Whether non-ASCII characters take several bytes.
    let isWide: Bool

    /// - Parameter label: the label in lower case.
    /// - Returns: nil for an unsupported encoding.
    init?(label: String) {
        if let name = Self.wide[label] {
            (self.name, isWide) = (name, true)
        } else if let name = Self.narrow[label] {
            (self.name, isWide) = (name, false)
        } else {
            return nil
        }
    }

    static func isUTF8(_ label: String) -> Bool { ["utf-8", "utf8", "us-ascii", "ascii"].contains(label) }

    private static let wide = table([
        "GB18030": "gbk gb2312 gb_2312-80 gb18030 x-gbk cp936 ms936 euc-cn",
        "BIG5-HKSCS": "big5 big5-hkscs cn-big5 x-x-big5",
        "CP932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j cp932 ms932",
        "EUC-JP": "euc-jp x-euc-jp",
        "ISO-2022-JP": "iso-2022-jp",
        "UHC": "euc-kr ks_c_5601-1987 ksc5601 ksc_5601 korean windows-949 cp949",
        "UTF-16BE": "utf-16be", "UTF-16LE": "utf-16 utf-16le", "UTF-32BE": "utf-32be", "UTF-32LE": "utf-32 utf-32le",
    ])

    private static let narrow = table([
        "CP1252": "iso-8859-1 iso8859-1 latin1 l1 windows-1252 cp1252", "CP1250": "windows-1250 cp1250",
        "CP1251": "windows-1251 cp1251", "CP1253": "windows-1253 cp1253", "CP1254": "windows-1254 cp1254 iso-8859-9",
        "CP1255": "windows-1255 cp1255", "CP1256": "windows-1256 cp1256", "CP1257": "windows-1257 cp1257",
        "CP1258": "windows-1258 cp1258", "CP874": "windows-874 tis-620 iso-8859-11", "ISO-8859-2": "iso-8859-2 latin2",
        "ISO-8859-3": "iso-8859-3", "ISO-8859-4": "iso-8859-4", "ISO-8859-5": "iso-8859-5", "ISO-8859-6": "iso-8859-6",
        "ISO-8859-7": "iso-8859-7", "ISO-8859-8": "iso-8859-8", "ISO-8859-10": "iso-8859-10",
        "ISO-8859-13": "iso-8859-13", "ISO-8859-14": "iso-8859-14", "ISO-8859-15": "iso-8859-15 latin9",
        "ISO-8859-16": "iso-8859-16", "KOI8-R": "koi8-r", "KOI8-U": "koi8-u", "CP866": "ibm866 cp866",
    ])

    /// Maps each label to its encoding's name.
    private static func table(_ labels: [String: String]) -> [String: String] {
        let pairs = labels.flatMap { name, labels in labels.split(separator: " ").map { (String($0), name) } }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
}
