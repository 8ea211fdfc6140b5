/// The content codings that the server supports.
enum ContentCoding: String, CaseIterable {
    case identity
    case gzip
    case brotli = "br"

    /// The suffix of the entity tag of a representation in this coding.
    var tagSuffix: String { self == .identity ? "" : "-\(rawValue)" }

    /// Returns the best coding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3). Does not allocate, because
    /// nearly every read has this header.
    static func best(for header: some BidirectionalCollection<UInt8>) -> ContentCoding {
        var weights = Weights()
        var rest = header[...]
        while !rest.isEmpty {
            let part = rest.prefix { $0 != UInt8(ascii: ",") }
            weights.read(part)
            rest = rest.dropFirst(part.count + 1)
        }
        return weights.best
    }

    /// The weight of each coding in a header, in thousandths.
    private struct Weights {
        private var identity: Int?
        private var gzip: Int?
        private var brotli: Int?
        private var others: Int?

        /// Reads one coding with its parameters, for example `gzip;q=0.5`.
        mutating func read(_ part: some BidirectionalCollection<UInt8>) {
            let name = ASCII.trimmed(part.prefix { $0 != UInt8(ascii: ";") })
            let weight = Self.weight(part.drop { $0 != UInt8(ascii: ";") })
            if ASCII.isEqual(name, "gzip") {
                gzip = weight
            } else if ASCII.isEqual(name, "br") {
                brotli = weight
            } else if ASCII.isEqual(name, "identity") {
                identity = weight
            } else if ASCII.isEqual(name, "*") {
                others = weight
            }
        }

        var best: ContentCoding {
            let (ofBrotli, ofGzip) = (brotli ?? others ?? 0, gzip ?? others ?? 0)
            // An uncompressed body is better than no response, even if the header excludes it.
            let least = identity ?? 0
            if ofBrotli > 0, ofBrotli >= ofGzip, ofBrotli >= least { return .brotli }
            if ofGzip > 0, ofGzip >= least { return .gzip }
            return .identity
        }

        /// Returns the weight in a coding's parameters; 1000 if it is absent, 0 if it is malformed.
        private static func weight(_ parameters: some BidirectionalCollection<UInt8>) -> Int {
            var rest = parameters[...]
            while !rest.isEmpty {
                rest = rest.dropFirst()
                let part = ASCII.trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
                if part.count > 2, ASCII.isEqual(part.prefix(2), "q=") { return thousandths(part.dropFirst(2)) }
                rest = rest.drop { $0 != UInt8(ascii: ";") }
            }
            return 1000
        }

        private static func thousandths(_ text: some BidirectionalCollection<UInt8>) -> Int {
            var (number, unit) = (0, 1000)
            for byte in text {
                switch byte {
                case UInt8(ascii: "."): if unit != 100 { return 0 }
                case 0x30...0x39 where unit > 0:
                    number += Int(byte - 0x30) * unit
                    unit /= 10
                default: return 0
                }
            }
            return min(number, 1000)
        }
    }
}
