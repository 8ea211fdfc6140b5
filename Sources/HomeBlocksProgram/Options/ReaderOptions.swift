import ArgumentParser
import HomeBlocks
import HomeBlocksClient
import Publishing

/// The reader for whom a command requests pages.
struct ReaderOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: """
            For whom: platform/version/languages/uid, such as ios/9.1.0/zh-CN. Parts may be left out. [no \
            particular reader]
            """)
    var reader: ReaderArgument?

    @Option(name: .customLong("attr"), help: "An attribute of the reader, such as city=beijing; may be repeated.")
    var attributes: [AttributeArgument] = []

    var context: HomePageContext {
        var context = reader?.context ?? HomePageContext()
        for attribute in attributes { context.attributes[attribute.name] = attribute.value }
        return context
    }

    /// The reader as the parameters of a request.
    var parameters: [String: String] {
        let context = context
        let own = [
            "platform": context.platform?.rawValue, "appVersion": context.appVersion, "locale": context.locale,
            "uid": context.uid,
        ].compactMapValues(\.self)
        return own.merging(context.attributes.map { ("attr.\($0)", $1) }) { $1 }
    }
}

/// An attribute as `name=value`.
struct AttributeArgument: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        (name, value) = (String(parts[0]), String(parts[1]))
    }
}

/// A reader as `platform/version/languages/uid`; each part may be empty or left out. The server would ignore parts that
/// it cannot read, so a mistyped part is rejected here.
struct ReaderArgument: ExpressibleByArgument {
    let context: HomePageContext

    init?(argument: String) {
        let parts = argument.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String? { index < parts.count && !parts[index].isEmpty ? parts[index] : nil }
        let platform = part(0).flatMap(Platform.init(rawValue:))
        guard part(0) == nil || platform != nil, part(1).map({ AppVersion($0) != nil }) ?? true,
            part(2).map({ LanguageList(strict: $0) != nil }) ?? true
        else { return nil }
        context = HomePageContext(platform: platform, appVersion: part(1), locale: part(2), uid: part(3))
    }
}
