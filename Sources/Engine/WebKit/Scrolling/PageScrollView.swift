import UIKitSubset

/// A web view as its scroll view sees it.
@MainActor
protocol ScrolledPage: AnyObject {
    var pageZoom: CGFloat { get }
    func watchPages(with watch: PageWatch)
    func applyUserStyle()
    func evaluate(
        _ script: String, in world: WKContentWorld, completion: @escaping @MainActor (Result<Any?, any Error>) -> Void)
}

/// The scroll view of a web view: its offset and content size are the page's.
///
/// Pages are watched from the first time on that someone sets a delegate, or reads or sets the offset or the size.
@MainActor
final class PageScrollView: UIScrollView {
    private weak var webView: (any ScrolledPage)?
    /// The last report of the page.
    private var page: PageScrolling?
    private(set) var isWatching = false
    private var commands = 0
    /// The command whose report has not come yet. Offsets that the page reports before it are out of date.
    private var awaited: Int?
    var changes = PropertyChanges<ScrollProperty>()

    init(of webView: any ScrolledPage, size: CGSize) {
        self.webView = webView
        super.init(frame: CGRect(origin: .zero, size: size))
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        settingChanged = { SettingWithoutEffect.noteChange(of: "UIScrollView.\($0)", true, $1) }
        scrollingChanged = { [weak self] in self?.webView?.applyUserStyle() }
    }

    required init?(coder: NSCoder) { return nil }

    override var delegate: (any UIScrollViewDelegate)? { didSet { if delegate != nil { watch() } } }

    override var contentOffset: CGPoint {
        get {
            watch()
            return super.contentOffset
        }
        set { super.contentOffset = newValue }
    }

    override var contentSize: CGSize {
        get {
            watch()
            return super.contentSize
        }
        set { super.contentSize = newValue }
    }

    override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        watch()
        guard let webView else { return }
        let zoom = webView.pageZoom
        let asked = CGPoint(x: contentOffset.x / zoom, y: contentOffset.y / zoom)
        let offset = page?.limited(asked) ?? CGPoint(x: max(0, asked.x), y: max(0, asked.y))
        commands += 1
        let number = commands
        if !animated {
            awaited = number
            show(CGPoint(x: offset.x * zoom, y: offset.y * zoom))
        }
        // The page limits what was asked for: it may have grown.
        let script = PageScrolling.command(
            number, to: CGPoint(x: max(0, asked.x), y: max(0, asked.y)), animated: animated)
        webView.evaluate(script, in: PageWatch.world) { [weak self] _ in
            // The report came before.
            if self?.awaited == number { self?.awaited = nil }
        }
    }

    /// The rules for the root element that the settings stand for; nil for none.
    var rootStyle: String? {
        var rules = ""
        if !isScrollEnabled { rules += "overflow: hidden !important;" }
        if !showsVerticalScrollIndicator, !showsHorizontalScrollIndicator {
            rules += "scrollbar-width: none !important;"
        }
        return rules.isEmpty ? nil : ":root { \(rules) }"
    }

    func watch() {
        guard !isWatching, let webView else { return }
        isWatching = true
        webView.watchPages(
            with: PageWatch(
                name: PageScrolling.handlerName, source: PageScrolling.script,
                receive: { [weak self] in if let report = PageScrolling($0) { self?.receive(report) } }))
    }

    private func receive(_ report: PageScrolling) {
        let zoom = webView?.pageZoom ?? 1
        page = report
        let size = CGSize(width: report.contentSize.width * zoom, height: report.contentSize.height * zoom)
        if super.contentSize != size {
            super.contentSize = size
            changes.notify(.contentSize)
        }
        if report.isFirst { awaited = nil }
        guard awaited == nil || awaited == report.command else { return }
        awaited = nil
        show(CGPoint(x: report.offset.x * zoom, y: report.offset.y * zoom))
        if report.isEnd, report.command == commands { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }

    private func show(_ offset: CGPoint) {
        if move(to: offset) { changes.notify(.contentOffset) }
    }
}

/// A property of a scroll view that can be observed.
enum ScrollProperty { case contentOffset, contentSize }
