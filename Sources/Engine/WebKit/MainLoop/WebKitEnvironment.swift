import CWebKitGTK
import Synchronization

/// The requirements for making a view: GTK on the main thread, and a display.
///
/// The first view prepares the environment, and ends the program when that fails. To get an error
/// instead, call ``prepare(screenWidth:screenHeight:)`` first:
///
/// ```swift
/// do { try WebKitEnvironment.prepare() } catch { print(error); exit(3) }
/// ```
@MainActor
public enum WebKitEnvironment {
    static var appearance = Appearance()
    static var appliedAppearance = Appearance()
    private static var outcome: Result<Void, WebKitEnvironmentError>?

    /// The version of the WebKitGTK library in use, for example "2.50.6".
    public static var webKitVersion: String {
        var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
        cwk_webkit_version(&major, &minor, &micro)
        return "\(major).\(minor).\(micro)"
    }

    /// The languages of the user, the preferred one first, as BCP 47 tags: `navigator.languages`, and the `Accept-Language` header of
    /// WebKit's own requests. A data store takes them over when it makes its first view.
    ///
    /// On iOS these are the languages of the device that the app supports. The locale of this machine has no part in it.
    public static var preferredLanguages = ["en-US"]

    /// The number of web contexts that there are.
    static var contextCount = 0

    /// Chooses ``preferredLanguages``. WebKitGTK has them once for all data stores.
    ///
    /// - Returns: false where a data store that has had views has others.
    package static func setPreferredLanguages(_ languages: [String]) -> Bool {
        if contextCount > 0 { return preferredLanguages == languages }
        preferredLanguages = languages
        return true
    }

    /// Whether pages find fonts under the names of iOS's fonts.
    static var hasIOSFonts = false

    /// Whether the process is ready for views.
    public static var isPrepared: Bool {
        if case .success = outcome { true } else { false }
    }

    /// Makes the process ready for views; a second call answers like the first.
    ///
    /// With `DISPLAY` set, that display is used. Without it an Xvfb of the process's own is started, which ends with the
    /// process, however that ends. The size of its screen is in pixels. Views are off screen, so it bounds no view.
    ///
    /// - Throws: ``WebKitEnvironmentError`` with a sentence that says what to install or to set.
    public static func prepare(screenWidth: Int = 1920, screenHeight: Int = 1200) throws(WebKitEnvironmentError) {
        let result = outcome ?? start(screenWidth: screenWidth, screenHeight: screenHeight)
        outcome = result
        applyAppearance()
        try result.get()
    }

    /// Makes WebKit's engine ready, without a display. A program that also uses JavaScriptCore on its own has to do this first: no page
    /// would load otherwise.
    package static func prepareEngine() { cwk_engine_init() }

    private static func start(screenWidth: Int, screenHeight: Int) -> Result<Void, WebKitEnvironmentError> {
        setDefaults()
        if let limit = DescriptorLimit.raise(), limit < DescriptorLimit.least {
            return .failure(.tooFewDescriptors(limit))
        }
        StackLimit.raise()
        var display = getenv("DISPLAY").map { String(cString: $0) } ?? ""
        if display.isEmpty {
            switch VirtualDisplay.start(width: screenWidth, height: screenHeight) {
            case .success(let name): display = name
            case .failure(let error): return .failure(error)
            }
            setenv("DISPLAY", display, 1)
        }
        if hasIOSFonts, !IOSFonts.choose() { return .failure(.fontsUnwritable) }
        guard cwk_gtk_init() else { return .failure(.displayRefused(display)) }
        if hasIOSFonts, case let missing = IOSFonts.missingPackages(), !missing.isEmpty {
            return .failure(.fontsMissing(missing))
        }
        cwk_display_on_loss { MainActor.assumeIsolated { WebKitEnvironment.endWithoutDisplay() } }
        if !cwk_loop_owns_main_thread() { RunLoopPump.start() }
        cwk_loop_set_spin(200)
        return .success(())
    }

    /// Variables that keep GTK to itself in a process without a desktop, and one for WebKit. Each is set only where it is unset.
    package nonisolated static let defaults = [
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "memory",
        "GIO_USE_VFS": "local",
        "NO_AT_BRIDGE": "1",
        "GTK_A11Y": "none",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        // Isolated pages of custom schemes have shared memory only so; SWWebView takes it from others.
        "JSC_useSharedArrayBuffer": "1",
    ]

    private static func setDefaults() {
        for (name, value) in defaults { setenv(name, value, 0) }
    }
}

/// Why no view can be made on this machine.
public enum WebKitEnvironmentError: Error, Equatable, CustomStringConvertible {
    /// `DISPLAY` is unset, and there is no Xvfb to stand in.
    case noDisplay
    /// Xvfb is installed, but did not start.
    case virtualDisplayFailed
    /// The display that `DISPLAY` names does not answer.
    case displayRefused(String)
    /// The process may open fewer descriptors than a page needs.
    case tooFewDescriptors(Int)
    /// The X server of the display has ended while the program ran.
    case displayLost(String)
    /// Fonts that stand in for iOS's are not installed. These are their packages.
    case fontsMissing([String])
    /// The folder for temporary files cannot be written, which a choice of fonts needs.
    case fontsUnwritable

    /// A message that says what happened and what to do.
    public var description: String {
        switch self {
        case .noDisplay:
            "no display: DISPLAY is not set and Xvfb is not installed. Install it (apt-get install xvfb) or set DISPLAY."
        case .virtualDisplayFailed:
            "no display: Xvfb did not start. Run `Xvfb -displayfd 1` to see why, or set DISPLAY to a running X server."
        case .displayRefused(let name):
            "no display: the X server \(name) does not answer. Unset DISPLAY to get a virtual one, or correct it."
        case .tooFewDescriptors(let limit):
            "too few descriptors: the process may open \(limit), and a page takes \(DescriptorLimit.least). "
                + "Raise the limit with `ulimit -n 1024`."
        case .fontsMissing(let packages):
            "no fonts: the fonts that stand in for iOS's are not installed: apt-get install \(packages.joined(separator: " "))."
        case .fontsUnwritable:
            "no fonts: the folder for temporary files cannot be written. Set TMPDIR to a folder of yours."
        case .displayLost(let name):
            "no display: the X server \(name) has ended, and no page can be shown without it. Start the program again."
        }
    }
}
