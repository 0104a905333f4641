/// The Debian packages that the command uses and is not linked with. The command's own Debian package depends on them; other ways to
/// install it cannot.
enum DebianPackage: String, CaseIterable {
    /// The X server of a machine without a display.
    case xvfb
    /// The MIME types of files.
    case mimeTypes = "shared-mime-info"
    case fonts = "fonts-dejavu-core"
    /// The certificates that https trusts.
    case certificates = "ca-certificates"
    /// The compiler of TypeScript and packages.
    case esbuild

    /// The command that installs packages.
    static func installCommand(_ packages: [DebianPackage]) -> String {
        "apt-get install --no-install-recommends \(packages.map(\.rawValue).joined(separator: " "))"
    }
}
