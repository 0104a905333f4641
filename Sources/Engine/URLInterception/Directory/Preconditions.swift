import HTTPMessages

/// The outcome of a request's conditional headers, by [RFC 9110, section 13](https://www.rfc-editor.org/rfc/rfc9110#section-13).
struct Preconditions {
    enum Verdict: Equatable {
        case proceed
        case notModified
        case failed
    }

    let facts: FileFacts
    /// Returns a request header's value.
    let header: (String) -> String?

    /// Checked in the order the specification gives. A tag wins over a date.
    var verdict: Verdict {
        if let tags = header("If-Match") {
            if !matches(tags, strongly: true) { return .failed }
        } else if let date = header("If-Unmodified-Since").flatMap(HTTPDate.seconds), facts.modifiedSeconds > date {
            return .failed
        }
        if let tags = header("If-None-Match") {
            return matches(tags, strongly: false) ? .notModified : .proceed
        }
        if let date = header("If-Modified-Since").flatMap(HTTPDate.seconds), facts.modifiedSeconds <= date {
            return .notModified
        }
        return .proceed
    }

    /// Whether a `Range` header counts: there is no `If-Range`, or it names the file as it is now.
    var allowsRange: Bool {
        guard let condition = header("If-Range") else { return true }
        if condition.hasSuffix("\"") { return condition == facts.entityTag }
        return HTTPDate.seconds(condition) == facts.modifiedSeconds
    }

    private func matches(_ list: String, strongly: Bool) -> Bool {
        list.split(separator: ",").contains { item in
            var tag = item.drop(while: { $0 == " " || $0 == "\t" })
            while tag.last == " " || tag.last == "\t" { tag.removeLast() }
            if tag == "*" { return true }
            if !strongly, tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == facts.entityTag
        }
    }
}
