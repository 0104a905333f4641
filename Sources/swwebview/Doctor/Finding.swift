/// One thing that the doctor looked at.
struct Finding {
    /// How it stands.
    enum State: String {
        case fine = "✓"
        /// The command works without it.
        case optional = "–"
        case missing = "✗"
    }

    let state: State
    /// What it is, for example "Display".
    let subject: String
    /// What there is, or what happened.
    let detail: String
    /// What to do about it: a sentence, or a command to type.
    let advice: String?

    static func fine(_ subject: String, _ detail: String) -> Finding {
        Finding(state: .fine, subject: subject, detail: detail, advice: nil)
    }

    static func optional(_ subject: String, _ detail: String, advice: String) -> Finding {
        Finding(state: .optional, subject: subject, detail: detail, advice: advice)
    }

    static func missing(_ subject: String, _ detail: String, advice: String? = nil) -> Finding {
        Finding(state: .missing, subject: subject, detail: detail, advice: advice)
    }

    /// A line, and one with the advice.
    var text: String {
        let line = "\(state.rawValue) \(subject): \(detail)"
        return advice.map { "\(line)\n    \($0)" } ?? line
    }
}
