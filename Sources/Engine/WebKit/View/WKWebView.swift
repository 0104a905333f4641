import CWebKitGTK
public import UIKitSubset
import URLInterception

/// A view that shows web pages: Apple's `WKWebView` over WebKitGTK, without a screen. Main actor only.
///
/// ```swift
/// let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: WKWebViewConfiguration())
/// webView.load(URLRequest(url: URL(string: "https://app.example/")!))
/// ```
///
/// The view lives in an off-screen window of the display that ``WebKitEnvironment`` prepares. Where neither a display nor
/// Xvfb can be had, making a view ends the program with a sentence that says what to install.
///
/// The view is a `UIView` of the module `UIKitSubset`: its place in other views, its constraints and its colours need no import.
/// A program that names `UIView`, `UIWindow` or `UIColor` imports `UIKitSubset`.
@preconcurrency @MainActor
open class WKWebView: UIView {
    var handle: OpaquePointer?
    let liveConfiguration: WKWebViewConfiguration
    var navigation = NavigationProgress()
    var shownPage = ShownPage()
    /// The parts that other modules take in the view.
    package var hooks = ViewHooks()
    /// The frame that opened the view as a window; nil for a view that the application made.
    package internal(set) var openingFrame: WKFrameInfo?
    /// The documents that post messages.
    var messageSenders = MessageSenders()
    var lastClick: PageClick?
    /// The calls of scripts that have opened a dialog or a window and have not returned, the latest last.
    var pageCalls: [PageCall] = []
    var failures = NavigationFailures()
    var downloads = ViewDownloads()
    var schemeTasks: Set<URLSchemeTask> = []
    /// The handler that serves the resources of the web archive that is loaded, or was loaded last.
    var archivedPage: (any WKURLSchemeHandler)?
    private var history = HistoryItems()
    /// Grows whenever the web process ends; an evaluation compares it with the value it started with.
    var terminations = 0
    var propertyChanges = PropertyChanges<ViewProperty>()
    /// Made when ``scrollView`` is read first.
    var pageScrollView: PageScrollView?
    let searches = PageSearches()
    var hardening = ViewHardening()
    var upgrades = HTTPSUpgrades()
    var fileAccess = FileAccess()
    lazy var pageColors = PageColors(
        watchPages: { [weak self] in self?.watchPages(with: $0) },
        changed: { [weak self] in self?.propertyChanges.notify($0) })
    var media = PageMedia()
    var fullscreen = FullscreenState.notInFullscreen
    lazy var motion: MotionPermission = MotionPermission(ofOpener: liveConfiguration.opener?.motion)
    /// The kind of view that overrides neither form of `evaluateJavaScript`. A subclass of it may.
    package var kindWithoutOverrides: WKWebView.Type = WKWebView.self
    /// The objects that other modules keep with the view, by their type.
    package var attachments: [ObjectIdentifier: AnyObject] = [:]

    /// Receives the events of navigations and decides on them. Apple API.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Answers what needs a user: dialogs and new windows. Apple API.
    open weak var uiDelegate: (any WKUIDelegate)? { didSet { motionDelegateChanged(from: oldValue) } }

    /// Makes a view with a copy of `configuration`. The size of `frame` is in points, which are CSS pixels. Apple API.
    ///
    /// An empty frame makes a view of 800 x 600 points.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        liveConfiguration = configuration.independentCopy
        customUserAgent = configuration.customUserAgent
        simulatedSafeAreaInsets = configuration.safeAreaInsets ?? .zero
        super.init(frame: frame)
        if configuration.hasPage { makeView() }
        if !configuration.drawsBackground { isOpaque = false }
    }

    /// Makes a view with the default configuration. Apple API.
    public convenience override init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// Makes a view of 800 x 600 points with the default configuration. Apple API.
    public convenience init() { self.init(frame: .zero) }

    /// Makes a view with the frame of an archive and the default configuration. Apple API, there with the settings of a storyboard.
    ///
    /// A coder that has no view, or no keys, gives a view of 800 x 600 points.
    public required init?(coder: NSCoder) {
        liveConfiguration = WKWebViewConfiguration()
        simulatedSafeAreaInsets = .zero
        super.init(coder: coder)
        makeView()
    }

    // The deinitializer is not isolated, so that subclasses may have a plain one, as on iOS. Another thread waits in it until the
    // view has ended on the main thread, because WebKit's calls have the view's address until then.
    deinit { MainThread.run { endView() } }

    // MARK: The view

    /// The position and size of the view, in points. Setting the size lays the page out anew, before what is loaded next. Apple API.
    open override var frame: CGRect {
        didSet { if frame.size != oldValue.size { applySize() } }
    }

    /// Whether nothing behind the page shows through. Apple API. A page without a background is drawn over white where it is true,
    /// else over ``backgroundColor``.
    open override var isOpaque: Bool { didSet { applyBackground() } }

    /// The colour behind a page of a view that is not opaque; nil is clear. Apple API.
    open override var backgroundColor: UIColor? { didSet { applyBackground() } }

    /// Draws the page over the background colour of the new look. UIKit's API.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        applyBackground()
    }

    /// Whether the view may become the first responder: yes. Apple API. Unlike on iOS its page always has the keyboard's focus.
    open override var canBecomeFirstResponder: Bool { true }

    /// A copy of the view's configuration. Its content controller and preferences are the live ones. Apple API.
    open var configuration: WKWebViewConfiguration { liveConfiguration.independentCopy }

    var schemeHandlers: [String: any WKURLSchemeHandler] { liveConfiguration.schemeHandlers }

    /// The user agent that replaces the default one; nil restores it. Apple API.
    ///
    /// Servers and scripts get the text as it is, without control characters.
    open var customUserAgent: String? { didSet { applyUserAgent() } }

    /// The widths by which the device covers the view at its edges, in points; ``simulatedSafeAreaInsets`` unless a subclass overrides
    /// them. UIKit's API.
    open override var safeAreaInsets: UIEdgeInsets { simulatedSafeAreaInsets }

    /// The widths by which a simulated device covers the view at its edges, in points; zero unless set.
    ///
    /// Pages of an `SWWebView` that was made for a device see them as `env(safe-area-inset-*)`.
    public var simulatedSafeAreaInsets: UIEdgeInsets {
        didSet { if simulatedSafeAreaInsets != oldValue { applySafeArea() } }
    }

    /// The view that scrolls the page. Apple API.
    ///
    /// ```swift
    /// webView.scrollView.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
    /// ```
    ///
    /// Its offset and content size are those that the page reported last. Pages are watched from the first use of the offset, the
    /// size or the delegate on, so that the first values of a page that is shown already come a moment later.
    open var scrollView: UIScrollView { madeScrollView() }

    /// Whether a swipe on a touchpad or a touch screen goes back or forward. Apple API.
    open var allowsBackForwardNavigationGestures = false { didSet { applyGestures() } }

    /// Whether a long press, for which the secondary click stands, shows the menu and the preview of a link or an image. Apple API.
    ///
    /// The UI delegate is asked for neither where it is false.
    open var allowsLinkPreview = true

    /// Whether the view has a ``findInteraction``. Apple API.
    open var isFindInteractionEnabled = false { didSet { applyFindInteraction() } }
    /// Searches the page for a person; nil unless ``isFindInteractionEnabled`` is set. Apple API.
    open var findInteraction: UIFindInteraction? { pageFinder }
    /// Whether the Web Inspector may look into the view. Apple API.
    open var isInspectable = false { didSet { applyPreferences() } }

    /// The factor by which the page is enlarged; 1 is its natural size. Apple API.
    open var pageZoom: CGFloat = 1 {
        didSet { if let handle { cwk_view_set_zoom(handle, Double(pageZoom) * shownPage.layoutScale) } }
    }
    /// The media type of the page's styles; nil for that of the screen. Apple API; kept without effect.
    open var mediaType: String? { didSet { noteMediaType(oldValue) } }

    /// Whether WebKit loads URLs of the scheme itself, so that no handler can be set for it. Apple API.
    open class func handlesURLScheme(_ urlScheme: String) -> Bool { NativeSchemes.handles(urlScheme) }

    // MARK: State

    /// The URL of the page, or of the load that will replace it; nil after the end of the web process. Apple API.
    open var url: URL? { navigation.hasLostPage ? nil : loadedURL }

    /// The page's title; nil until it is known, and after the end of the web process. Apple API.
    open var title: String? { loadedTitle }

    /// Whether a load is under way, from the call that starts it on. Apple API.
    open var isLoading: Bool { navigation.simulated != nil || handle.map { cwk_view_is_loading($0) } ?? false }

    /// The fraction of the load that is done, from 0 to 1; stays 1 afterwards. Apple API.
    open var estimatedProgress: Double { navigation.hasLostPage ? 0 : handle.map { cwk_view_progress($0) } ?? 0 }

    /// Whether there is a page to go back to. Apple API.
    open var canGoBack: Bool { backForwardList.backItem != nil }
    /// Whether there is a page to go forward to. Apple API.
    open var canGoForward: Bool { backForwardList.forwardItem != nil }
    /// The pages the view has shown. Apple API.
    open var backForwardList: WKBackForwardList { history.list(of: handle, hooks.shownAddress) }

    /// Whether the page and everything in it came over secure connections. Apple API: true for a page at an https address, as
    /// WebKitGTK loads nothing insecure into one.
    open var hasOnlySecureContent: Bool {
        !navigation.hasLostPage && shownPage.committedURL?.scheme?.lowercased() == "https"
    }

    /// The certificates of the page's server; nil for a page without TLS. Apple API.
    ///
    /// The certificates are nil, too, where ``WKWebViewConfiguration/interceptsNetwork``, which is not of Apple's API, is set for a view
    /// of the data store: the loader then talks to the server.
    open var serverTrust: SecTrust? { isIntercepted ? nil : connectionTrust }

    /// The colour that the page's `<meta name="theme-color">` names; nil without one. Apple API.
    ///
    /// Pages are watched from the first reading or observation on: the colour of a page that is shown already comes a moment later.
    open var themeColor: UIColor? { pageColors.theme }

    /// The colour behind the page; nil sets the page's own background colour. Apple API. Unlike on iOS it never shows, and the
    /// page's own one is known from the first reading or observation on.
    open var underPageBackgroundColor: UIColor! {
        get { pageColors.underPage }
        set { pageColors.ownUnderPageColor = newValue }
    }

    /// The visited pages with their scroll positions, as `Data` that another view can be given; nil without a page. Apple API.
    ///
    /// A view that is given a state loads its current page. Anything that is no state is ignored.
    open var interactionState: Any? {
        get { sessionData }
        set { if let data = newValue as? Data { restore(data) } }
    }

    // MARK: Loading

    /// Loads what `request` names; the navigation that is returned comes back in the delegate's calls. Apple API.
    ///
    /// The handler's task of a custom scheme, or the http(s) server, receives the method, the headers and `httpBody`. WebKitGTK sends
    /// an http(s) server neither a method nor a body, nor a `Cookie` header. For a request with one of them, the data store's http(s)
    /// requests go through the host from then on, as with ``WKWebViewConfiguration/interceptsNetwork``. A `Cookie` header is
    /// sent where the store has no cookie for the server. Unlike on iOS a reload is a GET request, `httpBodyStream` is not sent, and a store
    /// with `proxyConfigurations` sends GET without a `Cookie` header. A file page may read the files below its own folder, as on a device.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? { startLoad(request) }

    /// Shows a page of HTML as the document at `baseURL`, or at about:blank with an opaque origin. Apple API.
    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { startLoad(html: string, at: baseURL) }

    /// Shows a file. The page may read the files below `readAccessURL`, or only the file that `readAccessURL` names. Apple API.
    ///
    /// Symbolic links count as their targets. URLs other than file URLs are misuse, see ``WKException``.
    @discardableResult
    open func loadFileURL(_ URL: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
        startLoad(file: URLRequest(url: URL), readAccess: readAccessURL)
    }

    /// Shows the file of a request, as ``loadFileURL(_:allowingReadAccessTo:)`` does. Apple API.
    @discardableResult
    open func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
        startLoad(file: request, readAccess: readAccessURL) ?? WKNavigation()
    }

    /// Shows bytes as a document of the given type, which may be `application/x-webarchive`. Apple API.
    @discardableResult
    open func load(
        _ data: Data, mimeType MIMEType: String, characterEncodingName: String, baseURL: URL
    ) -> WKNavigation? {
        startLoad(data, mimeType: MIMEType, encoding: characterEncodingName, at: baseURL)
    }

    /// Shows `data` as the response to the request, without a request to a server. Apple API.
    ///
    /// Unlike on iOS pages do not see the response's status and headers, and its policies and redirects have no effect. HTML
    /// gets an entry in the back-forward list; other types don't.
    @discardableResult
    open func loadSimulatedRequest(
        _ request: URLRequest, response: URLResponse, responseData data: Data
    ) -> WKNavigation { startSimulatedLoad(request, response, data) }

    /// Shows HTML as the response to the request, without a request to a server. Apple API.
    @discardableResult
    open func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
        simulateHTML(string, for: request)
    }

    /// Loads the page again. Apple API.
    @discardableResult
    open func reload() -> WKNavigation? { startReload(bypassingCache: false) }

    /// Loads the page again without using caches. Apple API.
    @discardableResult
    open func reloadFromOrigin() -> WKNavigation? { startReload(bypassingCache: true) }

    /// Ends every load; a load that shows nothing yet fails with `NSURLErrorCancelled`. Apple API.
    open func stopLoading() { stopLoads() }

    /// Goes to the page before; nil when there is none. Apple API.
    @discardableResult
    open func goBack() -> WKNavigation? { startHistoryLoad(by: -1) }

    /// Goes to the page after; nil when there is none. Apple API.
    @discardableResult
    open func goForward() -> WKNavigation? { startHistoryLoad(by: 1) }

    /// Goes to a page of the list; nil when it is the current one or not in the list. Apple API.
    @discardableResult
    open func go(to item: WKBackForwardListItem) -> WKNavigation? { startHistoryLoad(of: item) }

    // MARK: Pictures and downloads

    /// Takes a picture of the visible part of the page. Apple API. `UIImage` is in the module `UIKitSubset`.
    ///
    /// The picture also has a page that is not drawn yet, see ``WKWebViewConfiguration/suppressesIncrementalRendering``. The handler gets a
    /// ``WKError`` when there is no page to show.
    open func takeSnapshot(
        with snapshotConfiguration: WKSnapshotConfiguration?,
        completionHandler: @escaping @MainActor (UIImage?, (any Error)?) -> Void
    ) { takePicture(snapshotConfiguration, fullPage: false) { completionHandler(try? $0.get(), $0.failure) } }

    /// Downloads the resource of `request`, without a navigation. Apple API.
    ///
    /// The handler receives the download before the download begins. The request keeps its method, headers and body, and
    /// carries the cookies of the view's data store.
    open func startDownload(
        using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) { beginDownload(of: request, completionHandler) }

    /// Resumes a download that was cancelled or has failed. Apple API. The rest of the body is appended to the file.
    ///
    /// The download starts again from the beginning where the body has changed, where the server does not support ranges, and where
    /// the file is gone. A file with another length stays unchanged, and the download fails with `NSURLErrorCannotOpenFile`. Damaged
    /// data and data of another origin are misuse, see ``WKException``, and `NSURLErrorCannotDecodeRawData`.
    open func resumeDownload(
        fromResumeData resumeData: Data, completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) { continueDownload(from: resumeData, completionHandler) }

    // MARK: Media of the page, in all of its frames

    /// The way of an element to the full screen and back, see ``WKPreferences/isElementFullscreenEnabled``. Apple API.
    open var fullscreenState: FullscreenState { fullscreen }
    /// Whether the page records with a camera. Apple API.
    open var cameraCaptureState: WKMediaCaptureState { captureState(CWK_CAPTURE_CAMERA) }
    /// Whether the page records with a microphone. Apple API.
    open var microphoneCaptureState: WKMediaCaptureState { captureState(CWK_CAPTURE_MICROPHONE) }

    /// Mutes, continues or ends the page's recording with a camera, and calls the handler once the page knows. Apple API.
    open func setCameraCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor () -> Void)? = nil
    ) { setCapture(CWK_CAPTURE_CAMERA, state, completionHandler) }

    /// Mutes, continues or ends the page's recording with a microphone, and calls the handler once the page knows. Apple API.
    open func setMicrophoneCaptureState(
        _ state: WKMediaCaptureState, completionHandler: (@MainActor () -> Void)? = nil
    ) { setCapture(CWK_CAPTURE_MICROPHONE, state, completionHandler) }

    /// Pauses the page's media. Apple API. The page can play them again.
    open func pauseAllMediaPlayback(completionHandler: (@MainActor () -> Void)? = nil) {
        runMedia(.pause) { _ in completionHandler?() }
    }

    /// Suspends the media of this page and of those that follow, or lets them play again. Apple API.
    ///
    /// Media that play are paused, and media that the page starts wait. All of them play when the suspension ends.
    open func setAllMediaPlaybackSuspended(_ suspended: Bool, completionHandler: (@MainActor () -> Void)? = nil) {
        suspendMedia(suspended) { completionHandler?() }
    }

    /// Has elements leave the full screen, and videos leave picture in picture. Apple API.
    open func closeAllMediaPresentations(completionHandler: (@MainActor () -> Void)? = nil) {
        closePresentations { completionHandler?() }
    }

    /// Gives the handler the state of the page's media. Apple API.
    open func requestMediaPlaybackState(completionHandler: @escaping @MainActor (WKMediaPlaybackState) -> Void) {
        runMedia(.none, completionHandler)
    }

    // MARK: JavaScript

    /// Runs a script in the main frame's own world. Apple API.
    ///
    /// The handler is called later, never before this returns, also when the view is gone by then: with an error. A subclass that
    /// overrides the asynchronous form serves this form too; its view lives until the script has returned, and a call from outside
    /// a task starts the script at the main queue's next turn.
    open func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor (Any?, (any Error)?) -> Void)? = nil
    ) {
        evaluateOrPassToAsync(javaScriptString) { completionHandler?(try? $0.get(), $0.failure) }
    }

    /// Runs a script in the main frame's own world; nil for a script without a value. Apple API.
    ///
    /// A subclass may return `Any` or `Any?`. One that overrides the form with a completion handler serves this form too: on iOS the
    /// two are one method, of which the compiler accepts one override. Here a call passes through both, where a class has two.
    ///
    /// - Throws: ``WKError`` for a script that throws, a value that cannot leave the page, or a dead web process.
    @discardableResult
    open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        try await awaitResult { evaluateOrPassToHandler(javaScriptString, completion: $0) }
    }
}
