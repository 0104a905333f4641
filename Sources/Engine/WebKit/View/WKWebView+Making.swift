import CWebKitGTK
import UIKitSubset
import URLInterception

extension WKWebView {
    /// Makes the page of a new view.
    func makeView() {
        let configuration = liveConfiguration
        do {
            try WebKitEnvironment.prepare()
        } catch {
            fatalError("\(error)")
        }
        configuration.websiteDataStore.useProcessExtension()
        let context = configuration.websiteDataStore.context
        for scheme in configuration.schemeHandlers.keys { context.register(scheme: scheme) }
        // WebKit knows the system's certificates only.
        if configuration.interceptsNetwork || TrustedCertificates.file != nil { interceptNetwork() }
        if let sharing = configuration.opener ?? configuration.processOwner {
            (hardening.ofProcess, hardening.sharesProcess) = (sharing.hardening.ofProcess, true)
            sharing.hardening.sharesProcess = true
        }
        let size = viewSize
        // WebDriver's Set Window Rect resizes a window of the display only.
        let isOnScreen = configuration.isControlledByAutomation || configuration.isOnScreen
        var options = CWKViewOptions(
            context: context.handle, related: (configuration.opener ?? configuration.processOwner)?.handle,
            width: size.0, height: size.1,
            on_screen: isOnScreen,
            automated: configuration.isControlledByAutomation, autoplay: autoplay, features: nil, feature_count: 0)
        var callbacks = viewCallbacks(context: Unmanaged.passUnretained(self).toOpaque())
        fileAccess.inherited = configuration.opener?.fileAccess.current
        handle = WebKitEnvironment.withDisplayScale(configuration.displayScale, isOnScreen: isOnScreen) {
            let features = IOSFeature.identifiers(in: configuration.iosRelease)
            return CStrings.withCStrings(features) {
                (options.features, options.feature_count) = ($0, features.count)
                return cwk_view_new(&options, &callbacks)
            }
        }
        configureSettings()
        applySafeArea()
        attachUserContent()
        if sharesUserContent, let opener = configuration.opener { followWatches(of: opener) }
        configuration.preferences.observers.add(self) { [weak self] in self?.applyPreferences() }
    }

    /// Ends the page of a view that is released.
    func endView() {
        liveConfiguration.userContentController.detach(self)
        for task in schemeTasks { task.stop(in: self) }
        searches.endAll()
        if let handle { cwk_view_destroy(handle) }
    }

    /// The size of the page; 800 x 600 where the frame is empty.
    var viewSize: (Int32, Int32) {
        frame.width >= 1 && frame.height >= 1 ? (Int32(frame.width), Int32(frame.height)) : (800, 600)
    }

    /// Lays the page out for the frame's size.
    func applySize() {
        guard let handle else { return }
        let size = viewSize
        cwk_view_resize(handle, size.0, size.1)
        if shownPage.contentMode == .desktop { applyLayout() }
    }

    /// Returns the scroll view, and makes it for the first call.
    func madeScrollView() -> UIScrollView {
        if let pageScrollView { return pageScrollView }
        let scrollView = PageScrollView(of: self, size: frame.size)
        pageScrollView = scrollView
        insertSubview(scrollView, at: 0)
        return scrollView
    }

    /// Watches the view's pages for what another view watches: the scripts of that one run in them.
    func followWatches(of other: WKWebView) {
        if other.pageColors.isWatching { pageColors.watch() }
        if other.pageScrollView?.isWatching ?? false {
            _ = scrollView
            pageScrollView?.watch()
        }
    }
}
