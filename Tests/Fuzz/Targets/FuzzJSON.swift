import Foundation
import HomeBlocks

/// What is read is written and read again as the same value; the lenient parser accepts everything that the strict one
/// does.
public func fuzzJSON(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    let strict = try written(bytes, JSONLimits())
    let lenient = try written(bytes, JSONLimits(isStrict: false))
    if let strict {
        try hold(lenient == strict, "what the strict reader takes means something else to the lenient one")
        try agree(bytes, strict)
    }
}

/// The value as written, if it can be read.
private func written(_ bytes: UnsafeRawBufferPointer, _ limits: JSONLimits) throws(BrokenRule) -> [UInt8]? {
    guard let value = try? JSONValue(parsing: bytes, limits: limits) else { return nil }
    let text = value.encoded
    for (name, form) in [("plain", text), ("pretty", value.prettyEncoded)] {
        let again = try need(try? JSONValue(parsing: form, limits: limits), "the \(name) form cannot be read")
        try hold(again == value, "the \(name) form is another value")
        try hold(again.encoded == text, "the \(name) form is written in another way")
    }
    try look(value)
    return text
}

/// Checks each number and member.
private func look(_ value: JSONValue) throws(BrokenRule) {
    switch value {
    case .number(let number):
        _ = (number.double, number.decimal)
        if let whole = number.int {
            try hold(JSONNumber(Int64(whole)) == number, "\(number.text) is not the whole number \(whole)")
        }
    case .array(let elements):
        for element in elements { try look(element) }
    case .object(let members):
        for (name, member) in members {
            let pointer = JSONPointer([name, "a/~b"])
            try hold(JSONPointer(parsing: pointer.description) == pointer, "the pointer \(pointer) is another one")
            try look(member)
        }
    case .null, .bool, .string: break
    }
}

/// Whether an object has two names that are equal as `String`.
private func hasEqualNames(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: hasEqualNames)
    case .object(let members):
        Set(members.keys).count < members.count || members.contains { hasEqualNames($0.value) }
    case .null, .bool, .number, .string: false
    }
}

/// An independent parser reads the same value from the input and from the output. It is not compared for inputs with a
/// byte order mark, or with two names that are equal as `String`.
private func agree(_ bytes: UnsafeRawBufferPointer, _ text: [UInt8]) throws(BrokenRule) {
    guard !bytes.contains(0xEF), let value = try? JSONValue(parsing: text), !hasEqualNames(value) else { return }
    let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    let (before, after) = (Data(bytes), Data(text))
    let theirs = try need(
        try? JSONSerialization.jsonObject(with: before, options: options) as? NSObject, "another reader refuses it")
    let again = try need(
        try? JSONSerialization.jsonObject(with: after, options: options) as? NSObject,
        "another reader refuses what is written")
    try hold(theirs == again, "another reader finds another value in what is written")
}
