import CWebKitGTK

// The appearance of the system around the pages. It is one for all views of the process. It may be set before and after prepare,
// and reaches pages that are already shown.
extension WebKitEnvironment {
    /// Whether pages find `prefers-color-scheme: dark`.
    public static var isDark: Bool {
        get { appearance.isDark }
        set {
            appearance.isDark = newValue
            applyAppearance()
        }
    }

    /// Whether pages find `prefers-reduced-motion: reduce`.
    public static var reducesMotion: Bool {
        get { appearance.reducesMotion }
        set {
            appearance.reducesMotion = newValue
            applyAppearance()
        }
    }

    /// `devicePixelRatio`, a whole number from 1 to 4. Views that are off the screen keep what they were made with.
    public static var displayScale: Int {
        get { appearance.scale }
        set {
            appearance.scale = min(max(newValue, 1), 4)
            applyAppearance()
        }
    }

    /// Chooses what views find of the system's appearance, as far as it is given. WebKitGTK has one for all views of the process.
    ///
    /// - Returns: false where there are data stores that have had views, and one of the values differs.
    package static func setAppearance(isDark: Bool?, reducesMotion: Bool?) -> Bool {
        var wanted = appearance
        wanted.isDark = isDark ?? wanted.isDark
        wanted.reducesMotion = reducesMotion ?? wanted.reducesMotion
        if contextCount > 0 { return wanted == appearance }
        appearance = wanted
        applyAppearance()
        return true
    }

    /// Makes a view with a scale of its own. One on the display gives its scale to all others there.
    static func withDisplayScale<View>(_ scale: Int?, isOnScreen: Bool, _ make: () -> View) -> View {
        let usual = displayScale
        if let scale { displayScale = scale }
        defer { if !isOnScreen { displayScale = usual } }
        return make()
    }

    /// Chooses whether pages find fonts of Debian under the names of iOS's fonts, such as `-apple-system`. ``prepare(screenWidth:screenHeight:)``
    /// fails where they are wanted and not installed.
    ///
    /// - Returns: false where the process is prepared for the other choice.
    package static func setHasIOSFonts(_ hasIOSFonts: Bool) -> Bool {
        if isPrepared { return self.hasIOSFonts == hasIOSFonts }
        self.hasIOSFonts = hasIOSFonts
        return true
    }

    /// Sets what differs from GTK's own; a desktop's choice of a dark theme stays otherwise.
    static func applyAppearance() {
        guard isPrepared else { return }
        let (wanted, applied) = (appearance, appliedAppearance)
        if wanted.isDark != applied.isDark { cwk_appearance_set_dark(wanted.isDark) }
        if wanted.reducesMotion != applied.reducesMotion { cwk_appearance_set_reduced_motion(wanted.reducesMotion) }
        if wanted.scale != applied.scale { _ = cwk_appearance_set_scale(Int32(wanted.scale)) }
        appliedAppearance = wanted
    }
}

/// The settings that ``WebKitEnvironment`` makes in GTK.
struct Appearance: Equatable {
    var isDark = false
    var reducesMotion = false
    var scale = 1
}
