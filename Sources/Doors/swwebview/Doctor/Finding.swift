/// The doctor's result for one subject.
struct Finding {
    /// The state of a subject.
    enum State: String {
        case fine = "✓"
        /// The subject is missing, but the command works without it.
        case optional = "–"
        case missing = "✗"
    }

    let state: State
    /// The name of the subject, for example "Display".
    let subject: String
    /// The value that was found, or the failure.
    let detail: String
    /// The advice about the finding: a sentence, or a command to type.
    let advice: String?
    /// The package that brings the subject, where it is missing.
    var package: DebianPackage?

    static func fine(_ subject: String, _ detail: String) -> Finding {
        Finding(state: .fine, subject: subject, detail: detail, advice: nil)
    }

    static func optional(
        _ subject: String, _ detail: String, advice: String, package: DebianPackage? = nil
    ) -> Finding {
        Finding(state: .optional, subject: subject, detail: detail, advice: advice, package: package)
    }

    static func missing(
        _ subject: String, _ detail: String, advice: String? = nil, package: DebianPackage? = nil
    ) -> Finding {
        Finding(state: .missing, subject: subject, detail: detail, advice: advice, package: package)
    }

    /// A line, and one with the advice.
    var text: String {
        let line = "\(state.rawValue) \(subject): \(detail)"
        return advice.map { "\(line)\n    \($0)" } ?? line
    }
}
