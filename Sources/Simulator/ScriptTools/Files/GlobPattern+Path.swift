extension GlobPattern {
    /// Returns whether a relative path matches. A pattern without a slash matches names in all folders.
    package func matches(path: String) -> Bool {
        let start = base.split(separator: "/").map { Part.component(GlobComponent($0)) }
        let names = path.split(separator: "/").map(String.init)
        if start.isEmpty, parts.count == 1, case .component(let name) = parts[0] {
            return names.contains(where: name.matches)
        }
        return Self.matches(names[...], (start + parts)[...])
    }

    private static func matches(_ names: ArraySlice<String>, _ parts: ArraySlice<Part>) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        switch part {
        case .component(let component):
            guard let name = names.first, component.matches(name) else { return false }
            return matches(names.dropFirst(), parts.dropFirst())
        case .folders:
            // A pattern that ends in `**` matches all below.
            if parts.count == 1 { return true }
            return (0...names.count).contains { matches(names.dropFirst($0), parts.dropFirst()) }
        }
    }
}
