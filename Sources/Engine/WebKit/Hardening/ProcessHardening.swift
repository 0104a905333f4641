import CWebKitGTK

/// The parts of JavaScriptCore that a web process runs without, from none to most.
enum ProcessHardening: UInt32, Comparable {
    /// Everything is there.
    case none
    /// JavaScript is interpreted.
    case noCompiler
    /// Lockdown Mode: no WebAssembly either.
    case lockdown

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Calls `launch`, with which WebKit may launch a web process, so that the process is hardened.
    @MainActor
    func applied<Result>(to launch: () throws -> Result) rethrows -> Result {
        cwk_process_set_hardening(CWKHardening(rawValue))
        defer { cwk_process_set_hardening(CWK_HARDENING_NONE) }
        return try launch()
    }
}

extension WKWebpagePreferences {
    /// The hardening that the preferences ask for.
    var hardening: ProcessHardening {
        if isLockdownModeEnabled { return .lockdown }
        switch securityRestrictionMode {
        case .none: return .none
        case .maximizeCompatibility: return .noCompiler
        case .lockdown: return .lockdown
        }
    }
}
