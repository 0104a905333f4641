/// The hardening of a view's pages.
struct ViewHardening {
    /// The hardening that the view's web process was launched with.
    var ofProcess = ProcessHardening.none
    /// Whether pages are without the features that Lockdown Mode takes away.
    var isLockedDown = false
    /// Whether another view has its pages in the same process.
    var sharesProcess = false
    /// Whether the web process ends now so that a hardened one, or a usual one, can follow.
    var isReplacing = false
}
