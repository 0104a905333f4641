import UIKitSubset

/// The colours that a page names for the views around it. Pages are watched from the first use on.
@MainActor
final class PageColors {
    private let watchPages: @MainActor (PageWatch) -> Void
    private let changed: @MainActor (ViewProperty) -> Void
    private(set) var isWatching = false
    private var reportedTheme: UIColor?
    private var reportedBackground: UIColor?

    /// The application's own colour for behind the page.
    var ownUnderPageColor: UIColor? {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebView.underPageBackgroundColor", ownUnderPageColor != nil, "a colour shows behind the page")
            changed(.underPageBackgroundColor)
        }
    }

    /// - Parameters:
    ///   - watchPages: runs a watch in the view's pages.
    ///   - changed: called with each property of the view that has changed.
    init(watchPages: @escaping @MainActor (PageWatch) -> Void, changed: @escaping @MainActor (ViewProperty) -> Void) {
        (self.watchPages, self.changed) = (watchPages, changed)
    }

    /// The colour of the page's `<meta name="theme-color">`.
    var theme: UIColor? {
        watch()
        return reportedTheme
    }

    /// The application's colour, else that of the page's root element or body, else white.
    var underPage: UIColor {
        if let ownUnderPageColor { return ownUnderPageColor }
        watch()
        return reportedBackground ?? .white
    }

    func watch() {
        guard !isWatching else { return }
        isWatching = true
        watchPages(
            PageWatch(name: Self.handlerName, source: Self.script, receive: { [weak self] in self?.receive($0) }))
    }

    private func receive(_ text: String) {
        let colors = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.color(String($0)) }
        guard colors.count == 2 else { return }
        (reportedTheme, reportedBackground) = (colors[0], colors[1])
        changed(.themeColor)
        changed(.underPageBackgroundColor)
    }

    /// Reads four numbers from 0 to 255; nil for anything else.
    static func color(_ text: String) -> UIColor? {
        let parts = text.split(separator: " ").compactMap { UInt8($0) }.map { CGFloat($0) / 255 }
        guard parts.count == 4 else { return nil }
        return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private static let handlerName = "swwebviewColors"

    // Source: HTML, theme-color, https://html.spec.whatwg.org/multipage/semantics.html#meta-theme-color
    private static let script = """
        (() => {
            if (self.swwebviewColors) return;
            self.swwebviewColors = true;
            const handler = webkit.messageHandlers.\(handlerName);
            let last = "", isAwaited = false, picture = null;
            const queries = new Map();
            const components = (color) => {
                if (!CSS.supports("color", color)) return "";
                picture ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
                picture.clearRect(0, 0, 1, 1);
                picture.fillStyle = color;
                picture.fillRect(0, 0, 1, 1);
                return picture.getImageData(0, 0, 1, 1).data.join(" ");
            };
            const matches = (text) => {
                if (!text) return true;
                if (!queries.has(text)) {
                    const query = matchMedia(text);
                    query.addEventListener("change", () => later());
                    queries.set(text, query);
                }
                return queries.get(text).matches;
            };
            const theme = () => {
                for (const element of document.querySelectorAll("meta[name='theme-color' i]")) {
                    const content = (element.getAttribute("content") ?? "").trim();
                    if (element.hasAttribute("content") && matches(element.getAttribute("media"))) {
                        const found = components(content);
                        if (found) return found;
                    }
                }
                return "";
            };
            const background = () => {
                for (const element of [document.documentElement, document.body]) {
                    const color = element ? getComputedStyle(element).backgroundColor : "rgba(0, 0, 0, 0)";
                    if (color !== "rgba(0, 0, 0, 0)") return components(color);
                }
                return "";
            };
            const report = () => {
                for (const element of [document.documentElement, document.body]) if (element) watchStyle(element);
                const values = theme() + ";" + background();
                if (values === last) return;
                last = values;
                handler.postMessage(values);
            };
            const later = () => {
                if (isAwaited) return;
                isAwaited = true;
                requestAnimationFrame(() => { isAwaited = false; report(); });
            };
            const styled = new WeakSet();
            const watchStyle = (element) => {
                if (styled.has(element)) return;
                styled.add(element);
                new MutationObserver(later).observe(
                    element, { attributes: true, attributeFilter: ["class", "style", "bgcolor"] });
            };
            new MutationObserver(later).observe(
                document,
                { subtree: true, childList: true, attributes: true, attributeFilter: ["name", "content", "media"] });
            const options = { capture: true, passive: true };
            for (const type of ["load", "transitionend"]) addEventListener(type, later, options);
            addEventListener("DOMContentLoaded", report, options);
            addEventListener("pageshow", (event) => {
                if (event.persisted) last = "";
                report();
            }, options);
            if (document.readyState !== "loading") report();
        })();
        """
}
