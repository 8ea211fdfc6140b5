import ArgumentParser
import HomeBlocks

/// How a command says what it was answered.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the answer as JSON.")
    var json = false

    /// Says what was answered, as JSON or in words; standard error gets what a change met in states to come.
    func show(_ answer: Answer, _ words: (JSONValue) -> String) {
        for line in CarriedText.conflicts(of: answer.carried) { Terminal.complain(line) }
        let pretty = answer.data.prettyEncoded
        let text = json ? String(decoding: pretty.dropLast(), as: UTF8.self) : words(answer.data)
        if !text.isEmpty { Terminal.say(text) }
    }

    /// Says what was made with a secret, which in words is the secret alone.
    func show(_ answer: Answer, secret: String) {
        show(answer) { $0.text(secret) }
        Terminal.complain("Keep it: it is not shown again.")
    }
}
