import CWebKitGTK

/// Fonts of Debian in place of iOS's, by a configuration of [fontconfig](https://www.freedesktop.org/software/fontconfig/fontconfig-user.html)
/// that this process and WebKit's processes read.
enum IOSFonts {
    /// Debian's families, each with its package and the names on iOS that it stands in for.
    private static let families: [(name: String, package: String, names: [String])] = [
        (
            "Inter", "fonts-inter",
            [
                "-apple-system", "BlinkMacSystemFont", "system-ui", "ui-sans-serif", "SF Pro", "SF Pro Text",
                "SF UI Text",
                ".SF UI Text", ".AppleSystemUIFont",
            ]
        ),
        ("Inter Display", "fonts-inter", ["SF Pro Display", "SF UI Display", ".SF UI Display"]),
        ("Liberation Sans", "fonts-liberation", ["Helvetica Neue", "Helvetica", "Arial"]),
        ("Liberation Serif", "fonts-liberation", ["Times", "Times New Roman"]),
        ("Liberation Mono", "fonts-liberation", ["Courier", "Courier New"]),
        ("DejaVu Sans Mono", "fonts-dejavu-core", ["ui-monospace", "SF Mono", "Menlo"]),
        ("Noto Color Emoji", "fonts-noto-color-emoji", ["Apple Color Emoji"]),
    ]

    /// The configuration: that of the machine, and the names.
    private static var configuration: String {
        let machine = getenv("FONTCONFIG_FILE").map { String(cString: $0) } ?? "/etc/fonts/fonts.conf"
        let rules = families.flatMap { family in
            family.names.map { name in
                """
                <match target="pattern">
                <test name="family" qual="any" compare="eq"><string>\(name)</string></test>
                <edit name="family" mode="assign" binding="same"><string>\(family.name)</string></edit>
                </match>
                """
            }
        }
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig>
            <include ignore_missing="yes">\(machine.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</include>
            \(rules.joined(separator: "\n"))
            </fontconfig>

            """
    }

    /// Has GTK and WebKit read the configuration. Call this method before either starts.
    ///
    /// - Returns: whether the file can be written.
    static func choose() -> Bool {
        let folder = try? OwnFolder.holding(
            Data(configuration.utf8), as: "fonts.conf", in: FileManager.default.temporaryDirectory)
        guard let folder else { return false }
        setenv("FONTCONFIG_FILE", folder.appending(path: "fonts.conf").path, 1)
        return true
    }

    /// Returns the packages of families that the machine does not have. GTK must have been initialised.
    @MainActor
    static func missingPackages() -> [String] {
        Set(families.filter { !cwk_font_is_installed($0.name) }.map(\.package)).sorted()
    }
}
