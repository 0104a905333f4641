import HTTPMessages
import UniformTypeIdentifiers

/// The file name that the delegate receives as a suggestion.
enum SuggestedFilename {
    /// The maximum length of a file name on Linux, in bytes.
    private static let most = 255
    private static let fallback = "Unknown"

    /// Returns the name from the response's headers, or else the proposed one, or else the last part of its URL. The last two get an
    /// extension for the response's type where they have none.
    ///
    /// Source: HTML, [as a download](https://html.spec.whatwg.org/#getting-the-suggested-filename)
    static func name(for response: URLResponse, proposed: String? = nil) -> String {
        let http = response as? HTTPURLResponse
        if let given = http?.value(forHTTPHeaderField: "Content-Disposition").flatMap(ContentDisposition.filename(of:))
        {
            return sanitized(given)
        }
        if let proposed, !proposed.isEmpty { return sanitized(proposed, type: response.mimeType) }
        let last = response.url?.scheme == "data" ? "" : response.url?.lastPathComponent ?? ""
        let base = last.isEmpty || last == "/" ? response.url?.host ?? "" : last
        return sanitized(base, type: response.mimeType)
    }

    /// Returns a name that is safe as one component of a path.
    ///
    /// - Parameter type: the media type whose extension a name without an extension gets.
    static func sanitized(_ given: String, type: String? = nil) -> String {
        let kept = given.unicodeScalars.compactMap { scalar -> Character? in
            switch scalar.properties.generalCategory {
            // Characters that change the text's direction could hide the real extension.
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: nil
            case .format where scalar.value != 0x200D: nil
            default: scalar == "/" || scalar == "\\" || scalar == ":" ? "_" : Character(scalar)
            }
        }
        var name = String(kept).trimmingCharacters(in: .whitespaces)
        // Linux hides files whose names begin with a dot.
        name = String(name.drop { $0 == "." }).trimmingCharacters(in: .whitespaces)
        if name.isEmpty { name = fallback }
        if let type, plain(type) != "application/octet-stream", fileExtension(of: name).isEmpty || isAddress(name),
            let added = UTType(mimeType: plain(type))?.preferredFilenameExtension
        {
            name += ".\(added)"
        }
        return shortened(name)
    }

    private static func plain(_ type: String) -> String {
        String(type.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
    }

    private static func fileExtension(of name: String) -> Substring {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...]
    }

    /// Returns whether a name is an IPv4 address. The last number of an address is no extension.
    private static func isAddress(_ name: String) -> Bool { name.wholeMatch(of: /[0-9]+(\.[0-9]+){3}/) != nil }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > most else { return name }
        let ending = fileExtension(of: name)
        let kept = ending.isEmpty || ending.utf8.count > 32 ? "" : ".\(ending)"
        var base = name.dropLast(kept.count)
        while base.utf8.count + kept.utf8.count > most { base.removeLast() }
        return base + kept
    }
}

/// The parameters of a `Content-Disposition` header, [RFC 6266](https://www.rfc-editor.org/rfc/rfc6266).
enum ContentDisposition {
    /// Returns the value of `filename*`, or else of `filename`.
    static func filename(of header: String) -> String? {
        var plain: String?
        for (name, value) in parameters(of: header) {
            switch name {
            case "filename*": if let decoded = decoded(value) { return decoded }
            case "filename": plain = plain ?? value
            default: break
            }
        }
        return plain
    }

    private static func parameters(of header: String) -> [(name: String, value: String)] {
        var found: [(String, String)] = []
        var rest = header[...].drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    // A backslash escapes the next character.
                    value.append(character == "\\" ? rest.popFirst() ?? character : character)
                }
            } else {
                value = rest.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            }
            rest = rest.drop { $0 != ";" }
            found.append((name.trimmingCharacters(in: .whitespaces).lowercased(), value))
        }
        return found
    }

    /// Decodes `charset'language'text`, [RFC 8187](https://www.rfc-editor.org/rfc/rfc8187).
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(parts[2]).removingPercentEncoding
        case "iso-8859-1":
            guard parts[2].wholeMatch(of: /(?:[^%]|%[0-9A-Fa-f]{2})*/) != nil else { return nil }
            return String(data: PercentEncoding.decoded(parts[2]), encoding: .isoLatin1)
        default: return nil
        }
    }
}
