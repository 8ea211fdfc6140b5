import HomeBlocks
import HomeBlocksServer
import Publishing
import SQLiteStore

/// What the program says when it listens.
struct StartBanner {
    let workplace: Workplace
    /// The first operator's token: it is shown here and never again.
    let token: AccessToken?

    func show(port: Int) async {
        let settings = workplace.configuration.server
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let address = "http://\(host):\(port)"
        var lines = [
            "listening on \(address)",
            "  page      \(address)/homepage (\(settings.defaultPage))",
            "  order     \(address)/sort",
            "  database  \(workplace.configuration.database)",
        ]
        if let token { lines += await instructions(token, address) }
        Terminal.say(lines.joined(separator: "\n"))
    }

    private func instructions(_ token: AccessToken, _ address: String) async -> [String] {
        let page = workplace.configuration.server.defaultPage
        let order = (try? await workplace.store.live(page, at: PublishingClock.system.now))?.order.order ?? []
        var lines = ["  token     \(token.text)", "            This admin token is shown only once. Keep it."]
        if order.count >= 2 {
            lines += [
                "", "Swap the first two sections:", "",
                "curl -X POST '\(address)/sort' -H 'Authorization: Bearer \(token.text)' "
                    + "-H 'Content-Type: application/json' "
                    + "-d '{\"moves\":[{\"block\":\"\(order[1])\",\"before\":\"\(order[0])\"}]}'",
                "",
            ]
        }
        return lines
    }
}
